#pragma once

// This package's subset of libcurl, declared here so that it builds without libcurl's headers. The
// library itself is installed with Foundation, whose URLSession links it.
//
// The functions of libcurl that take arguments of any type have a wrapper for each type. The
// numbers are those of libcurl's ABI, which hasn't changed since 2006:
// https://curl.se/libcurl/abi.html

#include <stdint.h>
#include <time.h>

typedef struct CCurlEasy CCurlEasy;
typedef struct CCurlMulti CCurlMulti;
typedef struct CCurlList CCurlList;

/// Returns the number of bytes it has taken or given, or `CCurlAbort`.
typedef unsigned long (*CCurlCallback)(char *bytes, unsigned long size, unsigned long count,
                                       void *context);

enum { CCurlAbort = 0x10000000 };

/// Options of a transfer, grouped by the type of their value.
typedef enum CCurlLongOption : int {
    CCurlOptionLowSpeedLimit = 19,
    CCurlOptionLowSpeedTime = 20,
    CCurlOptionUpload = 46,
    CCurlOptionFreshConnection = 74,
    CCurlOptionHTTPVersion = 84,
    CCurlOptionNoSignal = 99,
    CCurlOptionTCPNoDelay = 121,
    CCurlOptionTimeoutMilliseconds = 155,
    CCurlOptionConnectTimeoutMilliseconds = 156,
    CCurlOptionSuppressConnectHeaders = 265,
    CCurlOptionMaximumIdleTime = 288,
    CCurlOptionQuickExit = 322,
} CCurlLongOption;

typedef enum CCurlStringOption : int {
    CCurlOptionURL = 10002,
    CCurlOptionCustomRequest = 10036,
    CCurlOptionNoProxy = 10177,
} CCurlStringOption;

typedef enum CCurlPointerOption : int {
    CCurlOptionWriteContext = 10001,
    CCurlOptionReadContext = 10009,
    CCurlOptionHeaderList = 10023,
    CCurlOptionHeaderContext = 10029,
} CCurlPointerOption;

typedef enum CCurlCallbackOption : int {
    CCurlOptionWriteCallback = 20011,
    CCurlOptionReadCallback = 20012,
    CCurlOptionHeaderCallback = 20079,
} CCurlCallbackOption;

typedef enum CCurlSizeOption : int {
    CCurlOptionUploadSize = 30115,
} CCurlSizeOption;

typedef enum CCurlLongInfo : int {
    CCurlInfoResponseCode = 0x200002,
    CCurlInfoRequestSize = 0x20000C,
} CCurlLongInfo;

/// The results of a transfer that are told apart here.
enum {
    CCurlDone = 0,
    CCurlMalformedURL = 3,
    CCurlNoProxy = 5,
    CCurlNoHost = 6,
    CCurlNoConnection = 7,
    CCurlTimedOut = 28,
    CCurlNoTLS = 35,
    CCurlWrongCertificate = 60,
    CCurlNoRewind = 65,
};

/// The value of `CCurlOptionHTTPVersion` for HTTP/2 where TLS offers it, else HTTP/1.1.
enum { CCurlHTTP2OverTLS = 4 };

/// Initializes the library. Returns its version as in 0x074400 for 7.68.0, and 0 if that fails.
unsigned int ccurl_start(void);

CCurlEasy *ccurl_easy_create(void);
void ccurl_easy_destroy(CCurlEasy *easy);
int ccurl_easy_set_long(CCurlEasy *easy, CCurlLongOption option, long value);
int ccurl_easy_set_size(CCurlEasy *easy, CCurlSizeOption option, int64_t value);
int ccurl_easy_set_string(CCurlEasy *easy, CCurlStringOption option, const char *value);
int ccurl_easy_set_pointer(CCurlEasy *easy, CCurlPointerOption option, void *value);
int ccurl_easy_set_callback(CCurlEasy *easy, CCurlCallbackOption option, CCurlCallback value);
long ccurl_easy_get_long(CCurlEasy *easy, CCurlLongInfo info);

/// Pauses receiving. A callback of the transfer may call this.
int ccurl_easy_pause(CCurlEasy *easy);

/// Resumes a paused transfer. Its write callback may be called before this returns.
int ccurl_easy_resume(CCurlEasy *easy);

/// Returns the meaning of a result, in English. The text is a constant.
const char *ccurl_describe(int result);

/// Appends a copy of a text. Returns the list, or `NULL` with the list unchanged.
CCurlList *ccurl_list_append(CCurlList *list, const char *text);
void ccurl_list_destroy(CCurlList *list);

CCurlMulti *ccurl_multi_create(void);
void ccurl_multi_destroy(CCurlMulti *multi);
int ccurl_multi_add(CCurlMulti *multi, CCurlEasy *easy);
int ccurl_multi_remove(CCurlMulti *multi, CCurlEasy *easy);

/// Proceeds with all transfers, without waiting.
int ccurl_multi_perform(CCurlMulti *multi);

/// Waits until a transfer can proceed, up to a timeout in milliseconds.
int ccurl_multi_wait(CCurlMulti *multi, int timeout);

/// Ends the wait. Any thread may call this.
int ccurl_multi_wake(CCurlMulti *multi);

/// Returns a finished transfer; `NULL` if no more have finished.
CCurlEasy *ccurl_multi_next_done(CCurlMulti *multi, int *result);

// System functions that Swift doesn't import, since they aren't in POSIX.

/// Names the calling thread, in at most 15 bytes.
void ccurl_thread_set_name(const char *name);

/// Waits for a thread's end, until a time of `CLOCK_REALTIME`. Returns 0 if the thread has ended.
int ccurl_thread_join(unsigned long thread, const struct timespec *deadline);

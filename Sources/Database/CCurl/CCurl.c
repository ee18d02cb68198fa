#define _GNU_SOURCE

#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

// MARK: - libcurl's own declarations

extern int curl_global_init(long flags);

typedef struct {
    int age;
    const char *version;
    unsigned int version_num;
} curl_version_info_data;

extern curl_version_info_data *curl_version_info(int age);

extern CCurlEasy *curl_easy_init(void);
extern void curl_easy_cleanup(CCurlEasy *easy);
extern int curl_easy_setopt(CCurlEasy *easy, int option, ...);
extern int curl_easy_getinfo(CCurlEasy *easy, int info, ...);
extern int curl_easy_pause(CCurlEasy *easy, int directions);
extern const char *curl_easy_strerror(int result);

extern CCurlList *curl_slist_append(CCurlList *list, const char *text);
extern void curl_slist_free_all(CCurlList *list);

typedef struct {
    int message;
    CCurlEasy *easy;
    union {
        void *any;
        int result;
    } data;
} CURLMsg;

extern CCurlMulti *curl_multi_init(void);
extern int curl_multi_cleanup(CCurlMulti *multi);
extern int curl_multi_add_handle(CCurlMulti *multi, CCurlEasy *easy);
extern int curl_multi_remove_handle(CCurlMulti *multi, CCurlEasy *easy);
extern int curl_multi_perform(CCurlMulti *multi, int *running);
extern int curl_multi_poll(CCurlMulti *multi, void *extra, unsigned int extra_count, int timeout,
                           int *count);
extern int curl_multi_wakeup(CCurlMulti *multi);
extern CURLMsg *curl_multi_info_read(CCurlMulti *multi, int *left);

enum {
    CURL_GLOBAL_DEFAULT = 3,
    CURLPAUSE_CONT = 0,
    CURLPAUSE_RECV = 1,
    CURLMSG_DONE = 1,
};

// MARK: - Wrappers

/// Keeps OpenSSL from freeing memory at `exit` that other threads use. OpenSSL registers its
/// handler at the start of its initialization, so that no other handler could be called before it.
/// A no-op if OpenSSL is initialized already, or if libcurl uses another library.
static void keep_openssl(void) {
    enum { OPENSSL_INIT_NO_ATEXIT = 0x80000 };
    typedef int (*Init)(uint64_t options, const void *settings);
    Init init = (Init)dlsym(RTLD_DEFAULT, "OPENSSL_init_crypto");
    if (init) init(OPENSSL_INIT_NO_ATEXIT, NULL);
}

unsigned int ccurl_start(void) {
    keep_openssl();
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != 0) return 0;
    return curl_version_info(0)->version_num;
}

CCurlEasy *ccurl_easy_create(void) { return curl_easy_init(); }

void ccurl_easy_destroy(CCurlEasy *easy) { curl_easy_cleanup(easy); }

int ccurl_easy_set_long(CCurlEasy *easy, CCurlLongOption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

int ccurl_easy_set_size(CCurlEasy *easy, CCurlSizeOption option, int64_t value) {
    return curl_easy_setopt(easy, option, value);
}

int ccurl_easy_set_string(CCurlEasy *easy, CCurlStringOption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

int ccurl_easy_set_pointer(CCurlEasy *easy, CCurlPointerOption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

int ccurl_easy_set_callback(CCurlEasy *easy, CCurlCallbackOption option, CCurlCallback value) {
    return curl_easy_setopt(easy, option, value);
}

long ccurl_easy_get_long(CCurlEasy *easy, CCurlLongInfo info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

int ccurl_easy_pause(CCurlEasy *easy) { return curl_easy_pause(easy, CURLPAUSE_RECV); }

int ccurl_easy_resume(CCurlEasy *easy) { return curl_easy_pause(easy, CURLPAUSE_CONT); }

const char *ccurl_describe(int result) { return curl_easy_strerror(result); }

CCurlList *ccurl_list_append(CCurlList *list, const char *text) {
    return curl_slist_append(list, text);
}

void ccurl_list_destroy(CCurlList *list) { curl_slist_free_all(list); }

CCurlMulti *ccurl_multi_create(void) { return curl_multi_init(); }

void ccurl_multi_destroy(CCurlMulti *multi) { curl_multi_cleanup(multi); }

int ccurl_multi_add(CCurlMulti *multi, CCurlEasy *easy) {
    return curl_multi_add_handle(multi, easy);
}

int ccurl_multi_remove(CCurlMulti *multi, CCurlEasy *easy) {
    return curl_multi_remove_handle(multi, easy);
}

int ccurl_multi_perform(CCurlMulti *multi) {
    int running;
    return curl_multi_perform(multi, &running);
}

int ccurl_multi_wait(CCurlMulti *multi, int timeout) {
    int count;
    return curl_multi_poll(multi, NULL, 0, timeout, &count);
}

int ccurl_multi_wake(CCurlMulti *multi) { return curl_multi_wakeup(multi); }

CCurlEasy *ccurl_multi_next_done(CCurlMulti *multi, int *result) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->message != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy;
    }
    return NULL;
}

// MARK: - Threads

#ifdef __linux__

void ccurl_thread_set_name(const char *name) { pthread_setname_np(pthread_self(), name); }

int ccurl_thread_join(unsigned long thread, const struct timespec *deadline) {
    return pthread_timedjoin_np(thread, NULL, deadline);
}

#endif

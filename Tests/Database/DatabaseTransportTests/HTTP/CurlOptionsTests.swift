#if os(Linux)
    import CCurl
    import Glibc
    import Testing

    /// The numbers that stand for libcurl's options, against the library that is installed.
    @Suite struct CurlOptionsTests {
        private static let options: [(number: Int32, name: String)] = [
            (CCurlOptionLowSpeedLimit.rawValue, "LOW_SPEED_LIMIT"),
            (CCurlOptionLowSpeedTime.rawValue, "LOW_SPEED_TIME"),
            (CCurlOptionUpload.rawValue, "UPLOAD"),
            (CCurlOptionFreshConnection.rawValue, "FRESH_CONNECT"),
            (CCurlOptionMaximumIdleTime.rawValue, "MAXAGE_CONN"),
            (CCurlOptionHTTPVersion.rawValue, "HTTP_VERSION"),
            (CCurlOptionNoSignal.rawValue, "NOSIGNAL"),
            (CCurlOptionTCPNoDelay.rawValue, "TCP_NODELAY"),
            (CCurlOptionTimeoutMilliseconds.rawValue, "TIMEOUT_MS"),
            (CCurlOptionConnectTimeoutMilliseconds.rawValue, "CONNECTTIMEOUT_MS"),
            (CCurlOptionSuppressConnectHeaders.rawValue, "SUPPRESS_CONNECT_HEADERS"),
            (CCurlOptionQuickExit.rawValue, "QUICK_EXIT"),
            (CCurlOptionURL.rawValue, "URL"),
            (CCurlOptionCustomRequest.rawValue, "CUSTOMREQUEST"),
            (CCurlOptionNoProxy.rawValue, "NOPROXY"),
            (CCurlOptionWriteContext.rawValue, "WRITEDATA"),
            (CCurlOptionReadContext.rawValue, "READDATA"),
            (CCurlOptionHeaderList.rawValue, "HTTPHEADER"),
            (CCurlOptionHeaderContext.rawValue, "HEADERDATA"),
            (CCurlOptionWriteCallback.rawValue, "WRITEFUNCTION"),
            (CCurlOptionReadCallback.rawValue, "READFUNCTION"),
            (CCurlOptionHeaderCallback.rawValue, "HEADERFUNCTION"),
            (CCurlOptionUploadSize.rawValue, "INFILESIZE_LARGE"),
        ]

        /// `curl_easy_option_by_id`, of 7.73: the first field of what it returns is the name.
        private typealias OptionByID = @convention(c) (Int32) -> Option?
        private typealias Option = UnsafePointer<UnsafePointer<CChar>>

        @Test(arguments: options) func aNumberIsThatOfItsOption(number: Int32, name: String) {
            #expect(ccurl_start() > 0)
            guard let function = dlsym(nil, "curl_easy_option_by_id") else { return }
            guard let option = unsafeBitCast(function, to: OptionByID.self)(number) else {
                // An option that is newer than the library.
                return #expect(name == "QUICK_EXIT")
            }
            #expect(String(cString: option.pointee) == name)
        }
    }
#endif

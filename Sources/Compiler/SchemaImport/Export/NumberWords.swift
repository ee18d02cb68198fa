/// Words at the end of a name that indicate the meaning of a number.
struct NumberWords {
    let endings: [String]
    let words: Set<String>

    func match(_ name: String) -> Bool {
        let isEnding = endings.contains { name.hasSuffix($0) }
        guard !isEnding, let member = SwiftNames.member(for: name) else { return isEnding }
        let last = SwiftNames.words(of: member).last?.lowercased() ?? ""
        return words.contains(last)
    }

    static let date = NumberWords(
        endings: ["At", "_at", "-at"],
        words: [
            "at", "birthday", "changed", "created", "date", "deleted", "edited", "end", "ended",
            "expires", "expiry", "finished", "joined", "login", "modified", "online", "opened",
            "read", "seen", "sent", "since", "start", "started", "time", "timestamp", "ts",
            "until", "updated", "visit", "when",
        ])

    static let count = NumberWords(
        endings: [],
        words: [
            "age", "count", "id", "index", "level", "likes", "number", "position", "qty",
            "quantity", "rank", "size", "version", "views", "votes", "year",
        ])

    static let measure = NumberWords(
        endings: [],
        words: [
            "amount", "average", "balance", "cost", "discount", "distance", "fee", "height",
            "lat", "latitude", "length", "lng", "lon", "longitude", "percent", "price", "rate",
            "rating", "subtotal", "tax", "temperature", "total", "volume", "weight", "width",
        ])
}

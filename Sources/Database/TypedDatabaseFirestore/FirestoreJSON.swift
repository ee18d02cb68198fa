import TypedDatabase

extension JSONReader {
    /// The depth of Firestore's JSON: 20 maps, each of which takes three levels, in an answer.
    static let documentDepth = 160

    /// Reads the fields of a document, or of a map; `nil` if none has a value.
    ///
    /// The tree lacks some of Firestore's values. Null and empty maps and arrays are nothing; an
    /// array is the children with the keys 0, 1, and so on; bytes are their base64; a reference is
    /// the name of its document; a point has the children `latitude` and `longitude`; NaN is the text
    /// `"NaN"`; infinity is the greatest number.
    mutating func fields() throws(JSONError) -> TreeValue? {
        var fields = OrderedChildren()
        try members { name, reader throws(JSONError) in
            fields.append(TreeKey(name), try reader.fieldValue())
        }
        return fields.value
    }

    /// Reads the value of a field.
    mutating func fieldValue() throws(JSONError) -> TreeValue? {
        var value: TreeValue?
        try members { kind, reader throws(JSONError) in
            switch kind {
            case "integerValue": value = try reader.integer()
            case "doubleValue": value = try reader.double()
            case "timestampValue": value = try reader.time()
            case "mapValue": value = try reader.mapValue()
            case "arrayValue": value = try reader.arrayValue()
            case "geoPointValue": value = try reader.point()
            // Booleans, texts, base64, names of documents; null.
            default: value = try reader.value()
            }
        }
        return value
    }

    private mutating func integer() throws(JSONError) -> TreeValue? {
        guard case .string(let text)? = try value() else { return nil }
        guard let integer = Int64(text) else { throw error("an integer that isn't one") }
        return .integer(integer)
    }

    private mutating func double() throws(JSONError) -> TreeValue? {
        let value = try value()
        switch value {
        case .string("Infinity"): return .number(.greatestFiniteMagnitude)
        case .string("-Infinity"): return .number(-.greatestFiniteMagnitude)
        default: return value
        }
    }

    private mutating func time() throws(JSONError) -> TreeValue? {
        guard let time = Timestamp.value(of: try string()) else {
            throw error("a timestamp that isn't one")
        }
        return time
    }

    private mutating func mapValue() throws(JSONError) -> TreeValue? {
        var value: TreeValue?
        try members { member, reader throws(JSONError) in
            if member == "fields" {
                value = try reader.fields()
            } else {
                _ = try reader.value()
            }
        }
        return value
    }

    private mutating func arrayValue() throws(JSONError) -> TreeValue? {
        var values = OrderedChildren()
        var index = 0
        try members { member, reader throws(JSONError) in
            guard member == "values" else {
                _ = try reader.value()
                return
            }
            try reader.elements { reader throws(JSONError) in
                values.append(TreeKey("\(index)"), try reader.fieldValue())
                index += 1
            }
        }
        return values.value
    }

    /// Reads a point, from which the server leaves out zeros.
    private mutating func point() throws(JSONError) -> TreeValue? {
        var point = try value()?.children ?? TreeChildren()
        for name in ["latitude", "longitude"] as [TreeKey] where point[name] == nil {
            point[name] = 0
        }
        return TreeValue(point)
    }
}

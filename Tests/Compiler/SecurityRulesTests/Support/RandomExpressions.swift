import SecurityRules
import TestSupport

/// Makes expressions with the types that rules need, over data with the keys a, b and c.
struct RandomExpressions {
    var random: SplitMix64

    private static let texts = ["", "a", "b", "c", "ab", "A-1", "a/b", "x y"]
    private static let patterns = [
        "^a", "b$", "^[a-c]*$", "a|b", "^(ab)+$", "[^a]", "^.{2}$", "\\d",
    ]

    mutating func data(_ depth: Int = 3) -> RulesData {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number(random.pick([0, 1, 2, -1, 1.5, 1_700_000_000_000]))
        case 3, 4: return .string(random.pick(Self.texts))
        default:
            var children: [String: RulesData] = [:]
            for key in ["a", "b", "c"] {
                let child = data(depth - 1)
                // Null is never stored.
                if child != .null { children[key] = child }
            }
            return children.isEmpty ? .null : .children(children)
        }
    }

    mutating func bool(_ depth: Int) -> RulesExpression {
        guard depth > 0 else { return .bool(Bool.random(using: &random)) }
        let next = depth - 1
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return .not(bool(next))
        case 1: return .binary(bool(next), .and, bool(next))
        case 2: return .binary(bool(next), .or, bool(next))
        case 3: return .conditional(bool(next), then: bool(next), otherwise: bool(next))
        case 4, 5: return .binary(any(next), random.pick([.equal, .notEqual]), any(next))
        case 6:
            return .binary(
                number(next), random.pick([.less, .lessOrEqual, .greater, .greaterOrEqual]),
                number(next))
        case 7: return .binary(text(next), random.pick([.less, .greaterOrEqual]), text(next))
        case 8:
            let method = random.pick(["contains", "beginsWith", "endsWith"])
            return .call(text(next), method, [text(next)])
        case 9:
            let pattern = RulesExpression.regularExpression(
                random.pick(Self.patterns), flags: random.pick(["", "i"]))
            return .call(text(next), "matches", [pattern])
        case 10:
            let method = random.pick([
                "exists", "isString", "isNumber", "isBoolean", "hasChildren",
            ])
            return .call(snapshot(next), method, [])
        default:
            let keys = (0...Int.random(in: 0...2, using: &random)).map { _ in text(next) }
            return Bool.random(using: &random)
                ? .call(snapshot(next), "hasChildren", [.array(keys)])
                : .call(snapshot(next), "hasChild", [text(next)])
        }
    }

    private mutating func any(_ depth: Int) -> RulesExpression {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .null
        case 1: bool(depth)
        case 2: number(depth)
        case 3: text(depth)
        default: open(depth)
        }
    }

    /// An expression whose type only data tell.
    private mutating func open(_ depth: Int) -> RulesExpression {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .member(.name("auth"), random.pick(["uid", "token", "none"]))
        case 1: .member(.member(.name("auth"), "token"), random.pick(["a", "b"]))
        case 2: .element(.name("auth"), at: text(0))
        default: .call(snapshot(depth), "val", [])
        }
    }

    private mutating func number(_ depth: Int) -> RulesExpression {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &random) {
        case 0: .name("now")
        case 1: .number(Double(Int.random(in: 0...3, using: &random)))
        case 2:
            .binary(
                number(depth - 1), random.pick([.plus, .minus, .times, .divided, .modulo]),
                number(depth - 1))
        case 3: .negative(number(depth - 1))
        case 4: .member(text(depth - 1), "length")
        default: open(depth - 1)
        }
    }

    private mutating func text(_ depth: Int) -> RulesExpression {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 2), using: &random) {
        case 0: .name("$key")
        case 1: .string(random.pick(Self.texts))
        case 2: .binary(text(depth - 1), .plus, text(depth - 1))
        case 3: .call(text(depth - 1), "replace", [text(0), text(0)])
        case 4: .call(text(depth - 1), random.pick(["toLowerCase", "toUpperCase"]), [])
        default: open(depth - 1)
        }
    }

    private mutating func snapshot(_ depth: Int) -> RulesExpression {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
        case 0: .name("data")
        case 1: .name("root")
        case 2: .name("newData")
        case 3: .call(snapshot(depth - 1), "parent", [])
        default: .call(snapshot(depth - 1), "child", [text(depth - 1)])
        }
    }
}

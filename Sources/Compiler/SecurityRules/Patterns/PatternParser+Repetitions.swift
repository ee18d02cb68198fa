extension PatternParser {
    mutating func parseRepetitions(from start: Int) throws(PatternError) {
        for _ in 0..<Self.maximumDepth {
            guard let next = rest.first else { return }
            switch next {
            case "*": try `repeat`(from: start, atLeast: 0, atMost: nil)
            case "+": try `repeat`(from: start, atLeast: 1, atMost: nil)
            case "?": try `repeat`(from: start, atLeast: 0, atMost: 1)
            case "{":
                rest.removeFirst()
                let minimum = try parseCount()
                var maximum: Int? = minimum
                if accept(",") { maximum = rest.first == "}" ? nil : try parseCount() }
                guard rest.first == "}", maximum.map({ $0 >= minimum }) ?? true else {
                    throw unexpected
                }
                try `repeat`(from: start, atLeast: minimum, atMost: maximum)
            default: return
            }
            rest.removeFirst()
        }
        throw unexpected
    }

    private mutating func parseCount() throws(PatternError) -> Int {
        var digits = ""
        while let next = rest.first, "0"..."9" ~= next, digits.utf8.count < 6 {
            digits.unicodeScalars.append(rest.removeFirst())
        }
        guard let count = Int(digits), count <= Pattern.maximumStepCount else { throw unexpected }
        return count
    }

    /// Writes out the repetitions of the latest atom.
    private mutating func `repeat`(
        from start: Int, atLeast minimum: Int, atMost maximum: Int?
    ) throws(PatternError) {
        let atom = Array(steps[start...])
        if atom.isEmpty { return }
        steps.removeSubrange(start...)
        for _ in 0..<minimum { try appendCopy(of: atom, from: start) }
        guard let maximum else {
            // fork to the end, the atom, jump back
            let fork = steps.count
            steps.append(.fork(0))
            try appendCopy(of: atom, from: start)
            steps.append(.jump(fork))
            steps[fork] = .fork(steps.count)
            return
        }
        var forks: [Int] = []
        for _ in minimum..<maximum {
            forks.append(steps.count)
            steps.append(.fork(0))
            try appendCopy(of: atom, from: start)
        }
        for fork in forks { steps[fork] = .fork(steps.count) }
    }

    /// Appends steps whose targets were made for another start.
    private mutating func appendCopy(
        of atom: [Pattern.Step], from start: Int
    ) throws(PatternError) {
        guard steps.count + atom.count <= Pattern.maximumStepCount else {
            steps += atom
            return try checkSize()
        }
        let distance = steps.count - start
        steps += atom.map { $0.moved(by: distance) }
    }

    /// Inserts a step, and moves the targets in those after it.
    mutating func insert(_ step: Pattern.Step, at start: Int) throws(PatternError) {
        let moved = steps[start...].map { $0.moved(by: 1) }
        steps.replaceSubrange(start..., with: [step] + moved)
        try checkSize()
    }
}

extension Pattern.Step {
    func moved(by distance: Int) -> Pattern.Step {
        switch self {
        case .take, .match: self
        case .fork(let target): .fork(target + distance)
        case .jump(let target): .jump(target + distance)
        }
    }
}

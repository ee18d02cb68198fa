import Foundation

@testable import TypedDatabase

/// An engine with one thing wrong, to see whether the checks find it.
struct FlawedEngine: DatabaseEngine {
    enum Flaw {
        case batchesInParts, incrementsThatRace, serverTimesInSeconds, partOfAValueKept
        case versionsIgnored, versionsOfTheWholeTree
        case onlyTheFirstVersionChecked, checkedBeforeWritten, limitsNotCounted
        case keysAsSwiftTexts, limitsIgnored, boundsIncluded, boundsWithoutKeys, keysUnsorted
        case scalarsAsChildren, existingScalarsDenied
        case updatesLost, updatesInParts, updatesNeverFirst, updatesOfOthersMissing, watchesKept
        case cancellationIgnored, cancelledWritesLate
    }

    let flaw: Flaw
    let engine = MemoryEngine()
    private let kept = Locked<[any TreeWatch]>([])

    init(_ flaw: Flaw) { self.flaw = flaw }

    func read(
        _ place: TreePlace, _ selection: TreeSelection
    ) async throws -> VersionedValue {
        var read = try await engine.read(place, selection.flawed(by: flaw))
        if flaw == .scalarsAsChildren, read.value == nil {
            read.value = try await engine.read(place, .all).value
        }
        if flaw == .versionsOfTheWholeTree {
            read.version = .value(engine.value)
        }
        return read
    }

    func keys(of place: TreePlace, _ selection: TreeSelection) async throws -> PlaceKeys {
        let keys = try await engine.keys(of: place, selection.flawed(by: flaw))
        if flaw == .keysUnsorted, case .children(let keys) = keys {
            return .children(keys.sorted { $0.text < $1.text })
        }
        return keys
    }

    func exists(_ place: TreePlace) async throws -> Bool {
        let keys = try await engine.keys(of: place, .all)
        return flaw == .existingScalarsDenied
            ? keys != .nothing && keys != .scalar : keys != .nothing
    }

    func write(_ edits: [TreeEdit]) async throws {
        if flaw == .cancelledWritesLate {
            do {
                try await Task.sleep(for: .milliseconds(5))
            } catch {
                Task.detached { [engine] in
                    try await Task.sleep(for: .milliseconds(10))
                    try await engine.write(edits)
                }
                throw error
            }
        }
        for edits in flaw == .batchesInParts ? edits.map({ [$0] }) : [edits] {
            try await engine.write(try await edits.asyncMap(flawed))
            if flaw == .batchesInParts { await Task.yield() }
        }
    }

    private func flawed(_ edit: TreeEdit) async throws -> TreeEdit {
        var edit = edit
        switch (flaw, edit.operation) {
        case (.keysAsSwiftTexts, _):
            edit.place.keys = edit.place.keys.map {
                TreeKey($0.text.precomposedStringWithCanonicalMapping)
            }
        case (.incrementsThatRace, .increment):
            let current = engine.value[edit.place]
            await Task.yield()
            edit.operation = .set(PendingValue(edit.resolved(at: 0, from: current)))
        case (.serverTimesInSeconds, .set(let value)) where !value.serverTimes.isEmpty:
            edit.operation = .set(
                PendingValue(value.resolved(at: Int64(Date().timeIntervalSince1970))))
        case (.partOfAValueKept, .set(let value)):
            let old = engine.value[edit.place]?.children ?? TreeChildren()
            if case .children(let new) = value.value {
                let both = TreeChildren(
                    (old.map { $0 } + new.map { $0 }).map { ($0.key, $0.value) })
                edit.operation = .set(PendingValue(.children(both)))
            }
        default: break
        }
        return edit
    }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        var versions = versions
        for index in versions.indices {
            let now = TreeVersion.value(engine.value[versions[index].place])
            switch flaw {
            case .versionsIgnored: versions[index].version = now
            case .versionsOfTheWholeTree where versions[index].version == .value(engine.value):
                versions[index].version = now
            default: break
            }
        }
        if flaw == .onlyTheFirstVersionChecked { versions = Array(versions.prefix(1)) }
        if flaw == .checkedBeforeWritten {
            let result = try await engine.write([], ifUnchanged: versions)
            guard case .written = result else { return result }
            await Task.yield()
            versions = []
        }
        return try await engine.write(edits, ifUnchanged: versions)
    }

    func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int {
        var selection = selection
        if flaw == .limitsNotCounted { selection.limit = nil }
        return try await engine.count(of: place, selection)
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        let watch = FlawedWatch(engine.watch(place, selection.flawed(by: flaw)), flaw)
        if flaw == .watchesKept { kept.withLock { $0.append(watch) } }
        return watch
    }
}

extension TreeSelection {
    fileprivate func flawed(by flaw: FlawedEngine.Flaw) -> TreeSelection {
        var flawed = self
        switch flaw {
        case .limitsIgnored: flawed.limit = nil
        case .boundsIncluded:
            flawed.lower?.isInclusive = true
            flawed.upper?.isInclusive = true
        case .boundsWithoutKeys:
            if case .value(let value, _)? = lower?.position {
                flawed.lower?.position = .value(value, nil)
            }
        default: break
        }
        return flawed
    }
}

private final class FlawedWatch: TreeWatch {
    let watch: any TreeWatch
    let flaw: FlawedEngine.Flaw
    let count = Locked(0)
    let held = Locked<[TreeUpdate]>([])

    init(_ watch: any TreeWatch, _ flaw: FlawedEngine.Flaw) {
        self.watch = watch
        self.flaw = flaw
    }

    func next() async throws -> [TreeUpdate] {
        if let update = held.withLock({ $0.popLast() }) { return [update] }
        if flaw == .cancellationIgnored {
            return try await Task.detached { [watch] in try await watch.next() }.value
        }
        var updates = try await watch.next()
        let count = count.withLock { count in
            count += 1
            return count
        }
        switch flaw {
        case .updatesLost where count % 4 == 0:
            updates = try await watch.next()
        case .updatesInParts:
            held.withLock { $0 = Array(updates.dropLast()) }
            updates = updates.suffix(1)
        case .updatesNeverFirst where count == 1:
            updates = []
        case .updatesOfOthersMissing where count > 1:
            updates.removeAll { $0.place == .root }
        default: break
        }
        return updates
    }

    func cancel() { watch.cancel() }
}

extension Array {
    fileprivate func asyncMap<Result>(
        _ transform: (Element) async throws -> Result
    ) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}

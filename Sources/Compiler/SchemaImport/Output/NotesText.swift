import PathSchema

/// A note in its written form.
package struct WrittenNote: Hashable, Sendable {
    /// The place, as in `chatrooms/<chatroomId>/name`, or several places.
    package let place: String
    package let message: String
    /// Where the reason is in the source; of several places, at the first.
    package let position: SourceLines.Position?
}

/// Writes notes: each names its places, its length is limited, and notes with one message are
/// merged.
struct NotesText {
    let places: PlaceNames

    /// The maximum length of a note, including its place.
    private static let maximumLength = 290
    /// The maximum number of places that a note lists.
    private static let maximumPlaces = 5
    /// The number of notes with one message from which the notes are merged.
    private static let manyNotes = 3

    func notes(_ notes: [ImportNote]) -> [WrittenNote] {
        var groups: [[ImportNote]] = []
        var positions: [String: Int] = [:]
        for note in notes {
            if let position = positions[note.message] {
                groups[position].append(note)
            } else {
                positions[note.message] = groups.count
                groups.append([note])
            }
        }
        return groups.flatMap { group in
            group.count < Self.manyNotes ? group.map(single) : [common(group)]
        }
    }

    private func single(_ note: ImportNote) -> WrittenNote {
        let place = Self.shortened(places.text(of: note.place), to: 140)
        var message = note.message
        if let other = note.other {
            message += " '\(Self.shortened(places.text(of: other), to: 80))'"
        }
        if let detail = note.detail { message += ": \(detail)" }
        return WrittenNote(
            place: place, message: Self.cut(message, to: Self.maximumLength - place.count),
            position: note.position)
    }

    private func common(_ notes: [ImportNote]) -> WrittenNote {
        let message = Self.cut(notes[0].message, to: 120)
        let room = Self.maximumLength - message.count - " and 1000000 more".count
        var texts: [String] = []
        for note in notes {
            let text = Self.shortened(places.text(of: note.place), to: 140)
            guard !texts.contains(text) else { continue }
            let length = texts.reduce(text.count) { $0 + $1.count + 2 }
            guard length <= room, texts.count < Self.maximumPlaces else { break }
            texts.append(text)
        }
        let others = Set(notes.map(\.place)).count - texts.count
        let list =
            others > 0
            ? "\(texts.joined(separator: ", ")) and \(others) more"
            : texts.dropLast().joined(separator: ", ") + " and " + (texts.last ?? "")
        return WrittenNote(place: list, message: message, position: notes[0].position)
    }

    /// Returns a text with its middle removed, if it is too long.
    private static func shortened(_ text: String, to length: Int) -> String {
        guard text.count > length else { return text }
        return "\(text.prefix(length / 3))…\(text.suffix(length - length / 3 - 1))"
    }

    private static func cut(_ text: String, to length: Int) -> String {
        text.count > length ? "\(text.prefix(length - 1))…" : text
    }
}

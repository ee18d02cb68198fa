import Foundation
import TypedDatabase

/// The address of the service, or of an emulator on this machine.
struct FirestoreAddress: Hashable, Sendable {
    /// The scheme, host and port, such as `https://firestore.googleapis.com`.
    let origin: String

    /// The service.
    static let service = FirestoreAddress(origin: "https://firestore.googleapis.com")

    private init(origin: String) {
        self.origin = origin
    }

    /// Makes the address of an emulator.
    ///
    /// - Parameter host: a host and a port, `127.0.0.1:8080`, as in `FIRESTORE_EMULATOR_HOST`. Since
    ///   it is reached without TLS, it must be on this machine.
    init(emulator host: String) throws(TreeDatabaseError) {
        let pattern = /(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]):\d{1,5}/
        guard host.wholeMatch(of: pattern) != nil else {
            throw TreeDatabaseError(
                .badRequest,
                "\(host.debugDescription) isn't the address of an emulator on this machine; it is a "
                    + "host and a port, such as \"127.0.0.1:8080\"")
        }
        origin = "http://\(host)"
    }

    /// The emulator's host that the environment names, for all clients of Firestore.
    static var emulatorHost: String? {
        ProcessInfo.processInfo.environment["FIRESTORE_EMULATOR_HOST"].flatMap {
            $0.isEmpty ? nil : $0
        }
    }
}

/// How long a test waits for what must come, before it fails: long, since all tests are run at once, and
/// share a few threads with whatever the machine does besides.
package enum Patience {
    package static let seconds = 300.0
    package static let limit = Duration.seconds(300)
}

import Foundation
import RealtimeDatabaseServer

let server = try RealtimeDatabaseServer(engine: StandInEngine(), port: 9000)
FileHandle.standardOutput.write(Data("listening at \(server.url)\n".utf8))
while true { sleep(1000) }

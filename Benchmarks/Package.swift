// swift-tools-version: 6.2

import PackageDescription

let library: (String) -> Target.Dependency = { .product(name: $0, package: "TypedPaths") }

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "TypedPaths", path: "..")],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            // With CSQLite and CCurl, which the engines bring along, for the same work by hand.
            dependencies: [
                "TypedPaths", "TypedDatabase", "TypedDatabaseSQLite", "TypedDatabaseFirebase",
                "TypedDatabaseFirestore", "TypedDatabaseOffline", "TypedDatabaseRules",
                "RealtimeDatabaseServer", "generate-paths",
            ].map(library),
            path: ".", exclude: ["Peers"],
            plugins: [.plugin(name: "GeneratePaths", package: "TypedPaths")])
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2

import PackageDescription

let library: (String) -> Target.Dependency = { .product(name: $0, package: "TypedPaths") }

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "TypedPaths", path: "..")],
    targets: [
        .executableTarget(
            name: "ChatExample",
            dependencies: [
                "TypedPaths", "TypedDatabase", "TypedDatabaseSQLite", "TypedDatabaseFirebase",
                "TypedDatabaseFirestore", "TypedDatabaseOffline",
            ].map(library),
            path: "ChatExample", exclude: ["database.rules.json"],
            plugins: [.plugin(name: "GeneratePaths", package: "TypedPaths")]),
        .executableTarget(
            name: "LeaderboardExample",
            dependencies: ["TypedPaths", "TypedDatabase", "TypedDatabaseSQLite"].map(library),
            path: "LeaderboardExample",
            plugins: [.plugin(name: "GeneratePaths", package: "TypedPaths")]),
        // A link to that of the tests beside this package.
        .target(
            name: "TestSupport", path: "TestSupport",
            exclude: ["browser", "Seed.swift", "SplitMix64.swift"]),
        .testTarget(
            name: "ChatExampleTests",
            dependencies: ["ChatExample", "LeaderboardExample", "TestSupport"]
                + ["TypedDatabaseRules", "RealtimeDatabaseServer", "realtime-database-server"]
                .map(library),
            path: "ChatExampleTests"),
        // One app in memory, in a file, and in both of Firebase's databases.
        .testTarget(
            name: "RoomsTests",
            dependencies: ["TestSupport"]
                + [
                    "TypedPaths", "TypedDatabaseFirestore", "TypedDatabaseFirebase",
                    "TypedDatabaseSQLite", "RealtimeDatabaseServer",
                ].map(library),
            path: "RoomsTests",
            plugins: [.plugin(name: "GeneratePaths", package: "TypedPaths")]),
    ],
    swiftLanguageModes: [.v6]
)

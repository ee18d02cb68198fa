// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Peers",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "TypedPaths", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "Peers",
            dependencies: [
                .product(name: "TypedPaths", package: "TypedPaths"),
                .product(name: "TypedDatabase", package: "TypedPaths"),
                .product(name: "TypedDatabaseSQLite", package: "TypedPaths"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ])
    ]
)

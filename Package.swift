// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "TypedPaths",
    products: [
        .library(name: "TypedPaths", targets: ["TypedPaths"]),
        .executable(name: "generate-paths", targets: ["generate-paths"]),
    ],
    targets: [
        .target(name: "TypedPaths"),
        .target(name: "PathSchema"),
        .target(name: "PathCodegen", dependencies: ["PathSchema"]),
        .executableTarget(name: "generate-paths", dependencies: ["PathSchema", "PathCodegen"]),
        .testTarget(name: "TypedPathsTests", dependencies: ["TypedPaths"]),
        .testTarget(name: "PathSchemaTests", dependencies: ["PathSchema"]),
        .testTarget(name: "PathCodegenTests", dependencies: ["PathSchema", "PathCodegen"]),
        .testTarget(
            name: "GeneratePathsTests",
            dependencies: ["generate-paths", "PathSchema", "PathCodegen"]),
    ],
    swiftLanguageModes: [.v6]
)

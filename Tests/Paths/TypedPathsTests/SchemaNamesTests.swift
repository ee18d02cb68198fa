import Testing
import TypedPaths

private enum Product {}

extension Path where Element == Root {
    fileprivate var product: Path<Product> { Path.append(self, "product") }
    fileprivate var counters: Path<Product>.Collection { Path.append(self, "counters") }
}

// Keys that the runtime, or a protocol it conforms to, has members for.
extension Path where Element == Product {
    fileprivate var rendered: Path<String> { Path.append(self, "rendered") }
    fileprivate var description: Path<String> { Path.append(self, "description") }
    fileprivate var debugDescription: Path<String> { Path.append(self, "debugDescription") }
    fileprivate var hashValue: Path<String> { Path.append(self, "hashValue") }
    fileprivate var hash: Path<String> { Path.append(self, "hash") }
    fileprivate var append: Path<String> { Path.append(self, "append") }
    fileprivate var child: Path<String> { Path.append(self, "child") }
    fileprivate var collection: Path<String> { Path.append(self, "collection") }
    fileprivate var key: Path<String> { Path.append(self, "key") }
    fileprivate var keys: Path<String> { Path.append(self, "keys") }
    fileprivate var parent: Path<String> { Path.append(self, "parent") }
    fileprivate var components: Path<String>.Collection { Path.append(self, "components") }
    fileprivate var count: Path<Int> { Path.append(self, "count") }
    fileprivate var location: Path<String> { Path.append(self, "location") }

    fileprivate func append(_ id: String) -> Path<User> { Path.append(self, "append", id) }
    fileprivate func hash(_ id: String) -> Path<User> { Path.append(self, "hash", id) }
    fileprivate func child(_ id: String) -> Path<User> { Path.append(self, id) }
    fileprivate func rendered(_ id: String) -> Path<User> { Path.append(self, "rendered", id) }
    fileprivate func description(_ id: String) -> Path<User> {
        Path.append(self, "description", id)
    }
}

// Without type annotations throughout: the child is what the name means.
@Suite struct SchemaNamesTests {
    private let product = Path().product

    @Test func propertyOfTheSchemaWinsOverTheRuntimes() {
        let rendered = product.rendered
        let description = product.description
        let hashValue = product.hashValue
        let hash = product.hash
        #expect("\(rendered)" == "product/rendered")
        #expect(description.rendered == "product/description")
        #expect(hashValue.rendered == "product/hashValue")
        #expect(hash.rendered == "product/hash")
    }

    @Test func propertiesOfTheSchemaChain() {
        let collection = Path().counters.child("c1").description
        #expect(collection.rendered == "counters/c1/description")
        #expect(Path().product.components.child("c1").rendered == "product/components/c1")
    }

    @Test func propertyMayHaveTheNameOfAnyMember() {
        let append = product.append
        let child = product.child
        let debugDescription = product.debugDescription
        #expect(append.rendered == "product/append")
        #expect(child.rendered == "product/child")
        #expect(debugDescription.rendered == "product/debugDescription")
        #expect(product.collection.rendered == "product/collection")
        #expect(product.key.rendered == "product/key")
        let keys = product.keys
        #expect(keys.rendered == "product/keys")
        #expect(product.parent.rendered == "product/parent")
        #expect(product.count.rendered == "product/count")
        #expect(product.location.rendered == "product/location")
    }

    @Test func accessorMayHaveTheNameOfAnyMember() {
        let child = product.child("u1")
        let append = product.append("u1")
        #expect(child.rendered == "product/u1")
        #expect(append.rendered == "product/append/u1")
        #expect(product.hash("u1").rendered == "product/hash/u1")
        #expect(product.rendered("u1").rendered == "product/rendered/u1")
        #expect(product.description("u1").rendered == "product/description/u1")
    }

    @Test func suchPathsStillRenderWhenAStringIsAskedFor() {
        let rendered: String = product.rendered
        #expect(rendered == "product")
        #expect("\(product)" == "product")
        #expect(String(describing: product) == "product")
    }

    @Test func suchPathsStillCompareAndHash() {
        let products: Set = [product, Path().product, Path().counters.child("c1")]
        #expect(products.count == 2)
        #expect(products.contains(product))
        #expect([product: 1][Path().product] == 1)
        #expect(product == Path().product)
        var hasher = Hasher()
        product.hash(into: &hasher)
        #expect(hasher.finalize() == "product".hashValue)
        let hashValue: Int = product.hashValue
        #expect(hashValue == "product".hashValue)
    }
}

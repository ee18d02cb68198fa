import Foundation

print("to be written")

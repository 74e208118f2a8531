@main enum Fixture { static func main() {} }

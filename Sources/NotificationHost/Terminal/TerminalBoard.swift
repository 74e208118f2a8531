// SPDX-License-Identifier: Apache-2.0

/// The notifications that were written, by the numbers the user knows them by.
struct TerminalBoard {
    /// Notifications that can still be answered; the oldest are forgotten first.
    ///
    /// More than a terminal keeps of its lines.
    private static let most = 1000

    private var presentations: [Int: Presentation] = [:]
    private var numbers: [String: Int] = [:]
    private var lastNumber = 0

    /// Gives it the next number; an earlier one with the same identifier can be answered no longer.
    mutating func add(_ presentation: Presentation) -> Int {
        remove(presentation.identifier)
        lastNumber += 1
        presentations[lastNumber] = presentation
        numbers[presentation.identifier] = lastNumber
        if presentations.count > Self.most, let oldest = presentations.min(by: { $0.key < $1.key }) {
            remove(oldest.value.identifier)
        }
        return lastNumber
    }

    /// Forgets a notification and returns its number, if it had one.
    @discardableResult
    mutating func remove(_ identifier: String) -> Int? {
        guard let number = numbers.removeValue(forKey: identifier) else { return nil }
        presentations[number] = nil
        return number
    }

    /// What a line means: an event, or what to say in its place.
    mutating func answer(_ line: TerminalLine) -> (event: PresenterEvent?, remark: String?) {
        let number: Int
        switch line {
        case .nothing: return (nil, nil)
        case .unknown: return (nil, TerminalLine.help)
        case .open(let given), .dismiss(let given), .act(let given, _, _), .reply(let given, _): number = given
        }
        guard let presentation = presentations[number] else { return (nil, "there is no notification \(number)") }
        let event: PresenterEvent
        switch line {
        case .act(_, let place, let text):
            guard place <= presentation.actions.count else {
                return (nil, "notification \(number) has no action \(place)")
            }
            let action = presentation.actions[place - 1]
            if action.textInput != nil, text == nil {
                return (nil, "that takes a text: \(number) \(place) TEXT")
            }
            if action.textInput == nil, text != nil { return (nil, "that takes no text: \(number) \(place)") }
            event = .acted(identifier: presentation.identifier, action: action.identifier, text: text)
        case .reply(_, let text):
            guard let action = presentation.actions.first(where: { $0.textInput != nil }) else {
                return (nil, "notification \(number) takes no text")
            }
            event = .acted(identifier: presentation.identifier, action: action.identifier, text: text)
        case .dismiss:
            event = .dismissed(identifier: presentation.identifier)
        case .open, .nothing, .unknown:
            event = .opened(identifier: presentation.identifier)
        }
        remove(presentation.identifier)
        return (event, nil)
    }
}

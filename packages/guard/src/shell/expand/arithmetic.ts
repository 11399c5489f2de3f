/** Integer expressions, where all their variables are known. */

const TOKEN = /\s*(?:(0[xX][0-9a-fA-F]+|\d+)|([A-Za-z_]\w*)|(\*\*|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%()<>!~&|^?:]))/y

const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<", ">", "<=", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
]

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  "||": (a, b) => Number(a !== 0 || b !== 0),
  "&&": (a, b) => Number(a !== 0 && b !== 0),
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "&": (a, b) => a & b,
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b),
  "<": (a, b) => Number(a < b),
  ">": (a, b) => Number(a > b),
  "<=": (a, b) => Number(a <= b),
  ">=": (a, b) => Number(a >= b),
  "<<": (a, b) => a * 2 ** b,
  ">>": (a, b) => Math.floor(a / 2 ** b),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => Math.trunc(a / b),
  "%": (a, b) => a % b,
}

class Unreadable extends Error {}

/** The value of an expression; undefined where it assigns, is malformed or a variable is not known. */
export function evaluate(expression: string, variable: (name: string) => string | undefined): number | undefined {
  if (expression.length > 200) return undefined
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  const text = expression.trimEnd()
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)
    if (!token) return undefined
    tokens.push(token[0].trim())
  }
  try {
    const reader = new Reader(tokens, variable)
    const value = tokens.length ? reader.level(0) : 0
    return reader.done && Number.isSafeInteger(value) ? value : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

class Reader {
  private position = 0
  constructor(
    private readonly tokens: readonly string[],
    private readonly variable: (name: string) => string | undefined,
  ) {}

  get done(): boolean {
    return this.position === this.tokens.length
  }

  level(index: number): number {
    const operators = LEVELS[index]
    if (!operators) return this.unary()
    let left = this.level(index + 1)
    while (operators.includes(this.tokens[this.position] ?? "")) {
      const operator = this.tokens[this.position++]!
      left = OPERATORS[operator]!(left, this.level(index + 1))
    }
    return left
  }

  private unary(): number {
    const token = this.tokens[this.position++]
    if (token === undefined) throw new Unreadable()
    if (token === "-") return -this.unary()
    if (token === "+") return this.unary()
    if (token === "!") return Number(this.unary() === 0)
    if (token === "~") return ~this.unary()
    if (token === "(") {
      const value = this.level(0)
      if (this.tokens[this.position++] !== ")") throw new Unreadable()
      return value
    }
    if (/^\d/.test(token)) return /^0\d/.test(token) ? parseInt(token, 8) : Number(token)
    const value = /^\w/.test(token) ? this.variable(token) : undefined
    if (value === undefined || !/^-?\d*$/.test(value)) throw new Unreadable()
    return Number(value)
  }
}

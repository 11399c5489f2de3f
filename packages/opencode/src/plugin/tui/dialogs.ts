/** opencode's dialogs, one after the other: what a person chose is what a promise gives. */
import type { TuiPluginApi } from "@opencode-ai/plugin/tui"

export type Screen = Pick<TuiPluginApi, "ui">

/** A line that can be chosen. */
export interface Choice<A> {
  readonly title: string
  readonly value: A
  readonly description?: string
  /** Lines of one category stand together below its name. */
  readonly category?: string
}

export class Dialogs {
  constructor(private readonly screen: Screen) {}

  /** Lets a person choose. @returns undefined where they left it */
  select<A>(title: string, choices: readonly Choice<A>[], placeholder = "Search"): Promise<A | undefined> {
    const { ui } = this.screen
    return this.opened<A>((choose) => {
      const options = choices.map((choice, value) => ({ ...choice, value }))
      const onSelect = ({ value }: { readonly value: number }): void => choose(choices[value]!.value)
      return ui.DialogSelect({ title, placeholder, options, onSelect })
    })
  }

  /** Lets a person type a line. @returns undefined where they left it; what they typed, without spaces around it */
  prompt(title: string, placeholder: string): Promise<string | undefined> {
    const { ui } = this.screen
    return this.opened<string>((choose) =>
      ui.DialogPrompt({ title, placeholder, onConfirm: (text) => choose(text.trim()) }),
    )
  }

  close(): void {
    this.screen.ui.dialog.clear()
  }

  private opened<A>(
    render: (choose: (value: A) => void) => ReturnType<Screen["ui"]["DialogPrompt"]>,
  ): Promise<A | undefined> {
    const { dialog } = this.screen.ui
    return new Promise((resolve) => {
      // A dialog that comes after this one closes it: then the choice is made, and nothing is left to resolve.
      dialog.replace(
        () => render(resolve),
        () => resolve(undefined),
      )
      dialog.setSize("large")
    })
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import axe from 'axe-core'
import * as z from 'zod'
import { DriverRefusal, type Window } from './web-driver.ts'

const patienceMs = 30_000
const lookEveryMs = 150

/** A text as XPath has it: without an escape of its own, so that a quote is put together. */
const quoted = (text: string): string =>
  text.includes("'")
    ? `concat(${text
        .split("'")
        .map((part) => `'${part}'`)
        .join(`, "'", `)})`
    : `'${text}'`
const says = (text: string): string => `contains(normalize-space(.), ${quoted(text)})`

const ways = {
  /** Named by its words, its label or the picture in it. One that is grey for a moment is waited for, as people do. */
  button: (name: string) =>
    `//button[not(@role='tab')][not(@disabled)][${says(name)} or starts-with(@aria-label, ${quoted(name)}) or .//img[starts-with(@alt, ${quoted(name)})]]`,
  /** A button of the dialog that is open. */
  answer: (name: string) => `//*[self::dialog[@open] or @role='dialog' or @role='alertdialog']//button[${says(name)}]`,
  link: (name: string) => `//a[${says(name)} or starts-with(@aria-label, ${quoted(name)})]`,
  tab: (name: string) => `//*[@role='tab'][${says(name)}]`,
  /** The innermost element that says so. */
  text: (text: string) => `//body//*[not(self::script)][${says(text)}][not(*[${says(text)}])]`,
  field: (label: string) => `//*[@id = //label[${says(label)}]/@for]`,
}
type Way = keyof typeof ways

/** What a page complained of, beginning with what it was asked to write down; a document loaded anew begins again. */
const listen = `
  if (window.complaints) return window.complaints.splice(0)
  const complaints = window.complaints = []
  addEventListener('error', ({ message }) => complaints.push(message))
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)))
  const { error } = console
  console.error = (...said) => { complaints.push(said.join(' ')); error(...said) }
  // Refusals of the policy before this line too.
  new ReportingObserver((reports) => complaints.push(...reports.map(({ type, body }) => type + ': ' + (body.blockedURL ?? body.message))), { buffered: true }).observe()
  return []`
const broken = `return window.axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`
const Lines = z.array(z.string())

/** What a person does in a window and sees there: each step waits until it can be done, for half a minute. */
export const visitor = (window: Window, site: string) => {
  const objections: string[] = []
  const complain = async () => {
    objections.push(...Lines.parse(await window.run(listen)).map((line) => `the page says: ${line}`))
  }
  const until = async <Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> => {
    const end = performance.now() + patienceMs
    for (;;) {
      try {
        const found = await look()
        if (found !== undefined) return found
      } catch (error) {
        // The page was drawn anew between finding and doing.
        if (!(error instanceof DriverRefusal)) throw error
        if (performance.now() > end) throw new Error(`${what}: ${error.message}`)
      }
      if (performance.now() > end) throw new Error(`${what}: not within ${patienceMs / 1_000} seconds`)
      await pause(lookEveryMs)
    }
  }
  const shown = async (xpath: string): Promise<string | undefined> => {
    const element = await window.find(xpath)
    return element !== undefined && (await window.isShown(element)) ? element : undefined
  }
  const see = (way: Way, name: string): Promise<string> => until(`no ${way} “${name}”`, () => shown(ways[way](name)))
  /** In the middle of the window, past what stays at its edges. */
  const centre = (element: string) =>
    window.run("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", [element])

  return {
    objections,
    see,
    async goTo(path: string): Promise<void> {
      await window.go(new URL(path, site).href)
      await complain()
    },
    async isAt(part: string): Promise<void> {
      await until(`the address never had “${part}”`, async () => (await window.address()).includes(part) || undefined)
      await complain()
    },
    async press(way: Way, name: string): Promise<void> {
      await until(`${way} “${name}” cannot be pressed`, async () => {
        const element = await shown(ways[way](name))
        if (element === undefined) return
        await centre(element)
        await window.click(element)
        return true
      })
      await complain()
    },
    async fill(label: string, text: string): Promise<void> {
      const field = await see('field', label)
      await centre(field)
      await window.type(field, text)
    },
    /** A box is ticked where it is, under whatever is drawn for it. */
    async tick(label: string): Promise<void> {
      const box = await until(`no box “${label}”`, () =>
        window.find(`//label[${says(label)}]//input | ${ways.field(label)}`),
      )
      await centre(box)
      await window.click(box)
    },
    async choose(label: string, option: string): Promise<void> {
      const entry = await until(`no choice “${option}”`, () =>
        window.find(`${ways.field(label)}//option[${says(option)}]`),
      )
      await window.click(entry)
    },
    async chooseFiles(paths: readonly string[]): Promise<void> {
      const chooser = await until('no chooser of files', () => window.find("//input[@type='file']"))
      await window.type(chooser, paths.join('\n'))
    },
    /** No wider than its window, and no rule of accessibility broken. */
    async looksAround(where: string): Promise<void> {
      await until('it never stands still', async () =>
        (await window.find("//*[@aria-busy='true']")) === undefined ? true : undefined,
      )
      const wider = await window.run(
        'const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth',
      )
      if (z.number().parse(wider) > 0) objections.push(`${where}: ${wider} px wider than the window`)
      await window.run(`if (!window.axe) { ${axe.source} }`)
      objections.push(...Lines.parse(await window.run(broken)).map((line) => `${where}: ${line}`))
      await complain()
    },
  }
}
export type Visitor = ReturnType<typeof visitor>

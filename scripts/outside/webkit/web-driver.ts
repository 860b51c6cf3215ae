import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { Missing } from '../part.ts'
import { freePort } from '../tools.ts'

/** How an element is named in answers (https://www.w3.org/TR/webdriver2/#elements, "web element identifier"). */
const elementName = 'element-6066-11e4-a52e-4f735466cecf'
const Element = z.object({ [elementName]: z.string() }).transform((named) => named[elementName] ?? '')
const Session = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }),
})
const Refusal = z.object({ value: z.object({ error: z.string(), message: z.string() }) })

/** What the driver answers instead of doing as it was told: `no such element`, `element click intercepted` and so on. */
export class DriverRefusal extends Error {
  override name = 'DriverRefusal'
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

type Told = { readonly method?: 'GET' | 'POST' | 'DELETE'; readonly body?: unknown }

const ask = async (address: string, { method = 'POST', body = {} }: Told = {}): Promise<unknown> => {
  const answer = await fetch(address, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const told: unknown = await answer.json()
  if (answer.ok) return z.object({ value: z.unknown() }).parse(told).value
  const { error, message } = Refusal.parse(told).value
  throw new DriverRefusal(error, message)
}

/** One window, told by WebDriver (https://www.w3.org/TR/webdriver2/#endpoints) what to do; elements are found by XPath. */
const windowOf = (session: string) => ({
  go: async (url: string): Promise<void> => void (await ask(`${session}/url`, { body: { url } })),
  address: async (): Promise<string> => z.string().parse(await ask(`${session}/url`, { method: 'GET' })),
  /** @returns nothing where the page has no such element at this moment. */
  find: async (xpath: string): Promise<string | undefined> => {
    try {
      return Element.parse(await ask(`${session}/element`, { body: { using: 'xpath', value: xpath } }))
    } catch (error) {
      if (error instanceof DriverRefusal && error.code === 'no such element') return
      throw error
    }
  },
  click: async (element: string): Promise<void> => void (await ask(`${session}/element/${element}/click`)),
  /** Key by key, as people do; into a chooser of files: their paths, one a line. */
  type: async (element: string, text: string): Promise<void> =>
    void (await ask(`${session}/element/${element}/value`, { body: { text } })),
  isShown: async (element: string): Promise<boolean> =>
    z.boolean().parse(await ask(`${session}/element/${element}/displayed`, { method: 'GET' })),
  /** Runs the body of a function in the page; a promise is waited for. */
  run: (script: string, elements: readonly string[] = []): Promise<unknown> =>
    ask(`${session}/execute/sync`, {
      body: { script, args: elements.map((element) => ({ [elementName]: element })) },
    }),
  resize: async (width: number, height: number): Promise<void> =>
    void (await ask(`${session}/window/rect`, { body: { width, height } })),
  picture: async (): Promise<Buffer> =>
    Buffer.from(z.string().parse(await ask(`${session}/screenshot`, { method: 'GET' })), 'base64'),
})
export type Window = ReturnType<typeof windowOf>

const cure = 'Debian: apt-get install webkit2gtk-driver xvfb'
/** Where distributions put WebKitGTK's own small browser, which no path names. */
const browser =
  process.env.WEBKIT_BROWSER ??
  `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`

/** A program for as long as `use` takes; it is told what to show its windows on. */
const running = async <Result>(
  [command = '', ...args]: readonly string[],
  use: () => Promise<Result>,
  env: NodeJS.ProcessEnv = {},
): Promise<Result> => {
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  const failed = new Promise<never>((_, reject) => {
    child.once('error', () => reject(new Missing(`${command} is not on this machine: ${cure}`)))
    child.once('exit', (code) => reject(new Missing(`${command} ended with ${code}: ${cure}`)))
  })
  failed.catch(() => {})
  try {
    return await Promise.race([failed, use()])
  } finally {
    child.kill('SIGKILL')
  }
}

const readyTries = 100
const Ready = z.object({ ready: z.boolean() })
const isReady = async (server: string): Promise<boolean> => {
  for (let tries = 0; tries < readyTries; tries++) {
    const status = await ask(`${server}/status`, { method: 'GET' }).catch(() => undefined)
    if (Ready.safeParse(status).data?.ready) return true
    await pause(100)
  }
  return false
}

type WebKit = {
  /** As the browser names itself. */
  readonly version: string
  /** A window with nothing in it, nor in its storage, until `use` is done. */
  readonly inWindow: (size: { width: number; height: number }, use: (window: Window) => Promise<void>) => Promise<void>
}

/** WebKitGTK, without a screen of its own. @throws Missing where it, or the screen that nobody sees, is not installed. */
export const withWebKit = async <Result>(use: (webKit: WebKit) => Promise<Result>): Promise<Result> => {
  const port = await freePort()
  // A screen's number is in use where its socket is: far from those that people have.
  const screen = `:${100 + (port % 10_000)}`
  const server = `http://127.0.0.1:${port}`
  // As root there is no sandbox to be had, and every page is the product's own.
  const env = { DISPLAY: screen, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
  const wanted = {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
    },
  }
  const open = async () => {
    const { sessionId, capabilities } = Session.parse(await ask(`${server}/session`, { body: wanted }))
    return { session: `${server}/session/${sessionId}`, capabilities }
  }
  return running(['Xvfb', screen, '-screen', '0', '1400x1000x24'], () =>
    running(
      ['WebKitWebDriver', `--port=${port}`],
      async () => {
        if (!(await isReady(server))) throw new Missing(`WebKitWebDriver does not answer: ${cure}`)
        const { session, capabilities } = await open()
        await ask(session, { method: 'DELETE' })
        return use({
          version: `WebKitGTK ${capabilities.browserVersion}`,
          inWindow: async ({ width, height }, walk) => {
            const { session } = await open()
            try {
              const window = windowOf(session)
              await window.resize(width, height)
              await walk(window)
            } finally {
              await ask(session, { method: 'DELETE' }).catch(() => {})
            }
          },
        })
      },
      env,
    ),
  )
}

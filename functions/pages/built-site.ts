import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { setting } from '#functions/shared/settings/settings.ts'
import type { FirstData } from '#schema/api/first-answers.ts'

const FirstView = z.object({
  html: z.string(),
  styles: z.string(),
  links: z.string(),
  fonts: z.array(z.string()).readonly(),
})
type FirstView = z.infer<typeof FirstView>
type Render = (where: { path: string; host: string }, firstData: FirstData) => Promise<FirstView>

const Renderer = z.object({ renderFirstView: z.custom<Render>((value) => typeof value === 'function') })
const Preloads = z.record(z.string(), z.array(z.string()))

/**
 * The built site as the pages' function carries it: the very `index.html` and the very components of one release, so
 * that what is drawn here is what the browser takes over.
 */
export type BuiltSite = {
  readonly html: string
  /** The files of a page's code, by the page's kind. */
  readonly preloads: Readonly<Record<string, readonly string[]>>
  readonly render: Render
}

const read = async (folder: string): Promise<BuiltSite> => {
  const file = (name: string) => join(folder, name)
  const [html, preloads, renderer] = await Promise.all([
    readFile(file('index.html'), 'utf8'),
    readFile(file('preloads.json'), 'utf8'),
    import(/* @vite-ignore */ pathToFileURL(file('render-first-view.js')).href),
  ])
  const { renderFirstView } = Renderer.parse(renderer)
  return {
    html,
    preloads: Preloads.parse(JSON.parse(preloads)),
    render: async (where, firstData) => FirstView.parse(await renderFirstView(where, firstData)),
  }
}

let shared: Promise<BuiltSite> | undefined
/** Read once a copy of the function; a failure is tried again. */
export const liveBuiltSite = (): Promise<BuiltSite> => {
  shared ??= read(setting('PAGES_FOLDER')).catch((error: unknown) => {
    shared = undefined
    throw error
  })
  return shared
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { chunksOf, inOrder, loadedWith } from './chunks.ts'

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))

/** Where the function that serves pages finds what it draws them with, below the folder of the built site. */
const firstViewFolder = 'first-view'

/**
 * Writes beside the site what draws its public pages as HTML: their components as a program for Node, `index.html`, and
 * which files each page's code consists of. All of one build: the browser takes over what was drawn.
 */
export const firstViews: Plugin = {
  name: 'first-views',
  async writeBundle({ dir = '' }, bundle) {
    const { entry, pages } = chunksOf(bundle)
    const index = bundle['index.html']
    if (index?.type !== 'asset') throw new Error('The site was built without its page.')
    const atOnce = loadedWith(entry, bundle)
    // In the order in which they run.
    const preloads = pages.map(({ kind, chunk }) => [kind, inOrder(chunk, bundle).filter((file) => !atOnce.has(file))])
    const outDir = join(dir, firstViewFolder)
    await build({
      configFile,
      logLevel: 'warn',
      // Programs for Node are built to ask at run time, and carry React twice.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: fileURLToPath(new URL('../src/app/render-first-view.tsx', import.meta.url)),
        outDir,
        emptyOutDir: true,
        minify: true,
        copyPublicDir: false,
      },
    })
    await writeFile(join(outDir, 'index.html'), index.source)
    await writeFile(join(outDir, 'preloads.json'), JSON.stringify(Object.fromEntries(preloads), undefined, 2))
    // Its files are modules wherever the folder is put.
    await writeFile(join(outDir, 'package.json'), '{ "type": "module" }\n')
  },
}

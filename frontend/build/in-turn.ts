import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { chunksOf, inOrder } from './chunks.ts'
import { target } from './target.ts'

/** `start.ts` as one plain file that runs these. */
const startOf = async (files: readonly string[]): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { filesInTurn: JSON.stringify(files) },
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: fileURLToPath(new URL('../src/app/start.ts', import.meta.url)) },
    },
  })
  const [chunk, ...others] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('start.ts is more than one plain file.')
  return chunk.code
}

/** Puts `start.ts` before the entry; see there. */
export const inTurn: Plugin = {
  name: 'in-turn',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const { entry } = chunksOf(bundle)
      const index = bundle['index.html']
      const own = `<script type="module" crossorigin src="/${entry.fileName}"></script>`
      if (index?.type !== 'asset' || typeof index.source !== 'string' || !index.source.includes(own))
        throw new Error('The site was built without its page, or that without its entry.')
      const source = await startOf(inOrder(entry, bundle).map((file) => `./${basename(file)}`))
      const start = this.getFileName(this.emitFile({ type: 'asset', name: 'start.js', source }))
      const tags = [
        // Async: it does not wait for the end of the page.
        `<script type="module" crossorigin src="/${start}" async></script>`,
        `<link rel="modulepreload" crossorigin href="/${entry.fileName}">`,
      ]
      index.source = index.source.replace(own, tags.join('\n    '))
    },
  },
}

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { codeSplitting } from './build/code-splitting.ts'
import { firstViews } from './build/first-views.ts'
import { inTurn } from './build/in-turn.ts'
import { reactAsModules } from './build/react-as-modules.ts'
import { slimChakra } from './build/slim-chakra.ts'
import { lazyContract, lazySchemas, slimContract } from './build/slim-contract.ts'
import { slimEmotion } from './build/slim-emotion.ts'
import { slimZod } from './build/slim-zod.ts'
import { target } from './build/target.ts'
import { withoutRouterComponents, withoutStatics } from './build/without-unused-parts.ts'

const productionRouter = fileURLToPath(
  new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
)

/** A door is only a list of names: who enters by it loads the files of the names that are used, and no others. */
const doors = [{ test: /features\/[^/]+\/public\.ts$/, sideEffects: false }]

/** The built site: hashed files that never change beside an `index.html` that is always asked for anew. */
export default defineConfig(({ command, isSsrBuild }) => {
  const isSite = command === 'build' && isSsrBuild !== true
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [
      react(),
      slimZod,
      slimContract,
      lazyContract,
      lazySchemas,
      slimChakra,
      ...(isSite ? [slimEmotion, ...reactAsModules] : []),
      withoutRouterComponents,
      withoutStatics,
      ...(isSite ? [inTurn, firstViews] : []),
    ],
    // By its own name the package always leads to the build with warnings for developers.
    resolve: { alias: [{ find: /^react-router$/, replacement: productionRouter }] },
    // The pages drawn without a browser are one program that needs no packages.
    ssr: { noExternal: true as const, target: 'node' as const },
    build: {
      outDir: fileURLToPath(new URL('../dist', import.meta.url)),
      emptyOutDir: true,
      target,
      // Inlined pictures would have to be allowed by the content security policy and cannot be cached on their own.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { treeshake: { moduleSideEffects: doors }, ...(isSite && { output: { codeSplitting } }) },
    },
    server: { proxy: { '/api': 'http://localhost:4000', '/config.json': 'http://localhost:4000' } },
  }
})

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const frontend = fileURLToPath(new URL('../../frontend', import.meta.url))

/** Replaces text that must be there: a benchmark against something else than it says would be worse than none. */
const replaced = (code: string, pairs: readonly (readonly [from: string, to: string])[]) =>
  pairs.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The source no longer holds “${from}”: look at the default build again.`)
    return text.replace(from, to)
  }, code)

/** The same screens as somebody builds them who takes every library as its first page of documentation shows it. */
const byDefault: Plugin = {
  name: 'by-default',
  enforce: 'pre',
  transform(code, id) {
    // Chakra's own system: every recipe of every component, with our tokens on top.
    if (id.endsWith('/src/ui/theme.ts'))
      return replaced(code, [['defaultBaseConfig,', 'defaultConfig as defaultBaseConfig,']])
    // Amplify's widget for signing in, with its style sheet and the provider around the application.
    if (id.endsWith('/src/app/main.tsx')) {
      const imports = [
        `import { Amplify } from 'aws-amplify'`,
        `import { Authenticator } from '@aws-amplify/ui-react'`,
        `import '@aws-amplify/ui-react/styles.css'`,
        `Amplify.configure({ Auth: { Cognito: { userPoolId: 'eu-west-2_bench', userPoolClientId: 'bench' } } })`,
        `window.DefaultSignIn = Authenticator`,
      ]
      return replaced(`${imports.join('\n')}\n${code}`, [
        ['<Providers ', '<Authenticator.Provider><Providers '],
        ['</Providers>', '</Providers></Authenticator.Provider>'],
      ])
    }
    return undefined
  },
}

/**
 * Builds the pages "by default": every route in one file and loaded before anything is shown, Chakra's default system,
 * Amplify's UI at start, nothing slimmed, no page in the HTML.
 */
export const buildDefaultSite = async (outDir: string): Promise<void> => {
  await build({
    configFile: false,
    root: frontend,
    logLevel: 'error',
    plugins: [byDefault, react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, Stack } from 'aws-cdk-lib'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { bundleFunction, sharpInLayer } from '#lib/functions/bundle.ts'
import { functionCode, repository } from '#lib/functions/function-code.ts'
import { sharpPackages } from '#lib/functions/sharp-packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'darkslide-bundle-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bundled = (entry: string) => {
  const outdir = join(folder, entry)
  bundleFunction({ repository, entry, outdir })
  const files = readdirSync(outdir, { recursive: true, encoding: 'utf8' })
  const text = files
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => readFileSync(join(outdir, name), 'utf8'))
    .join('\n')
  return { outdir, files, text }
}

describe('a bundle', () => {
  test('is one module that exports the handler, needs no packages, and starts', () => {
    const { outdir } = bundled('functions/payouts/release-holds.lambda.ts')
    const program = `import(${JSON.stringify(join(outdir, 'index.mjs'))}).then(({ handler }) => console.log(typeof handler))`
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { cwd: outdir, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.trim()).toBe('function')
  })

  test('leaves what may never be used in files of their own', () => {
    const { files } = bundled('functions/payouts/release-holds.lambda.ts')
    expect(files.filter((name) => /^chunks\/.+\.mjs$/.test(name)).length).toBeGreaterThan(3)
  })

  test('finds the image library in its layer and the font beside itself', () => {
    const { outdir, text } = bundled('functions/media/render-photo.lambda.ts')
    expect(text).toContain(`from"${sharpInLayer}"`)
    expect(existsSync(join(outdir, 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))).toBe(true)
    expect(existsSync(join(outdir, 'node_modules/dejavu-fonts-ttf/package.json'))).toBe(true)
  })

  test('does not name this machine', () => {
    const { text } = bundled('functions/payouts/release-holds.lambda.ts')
    expect(text).not.toContain(repository)
  })
})

describe('an entry that does not exist', () => {
  const code = (context: Record<string, unknown>) => {
    const app = new App({ outdir: join(folder, 'missing'), analyticsReporting: false, context })
    return () => functionCode(new Stack(app, 'stack'), 'functions/none/none.lambda.ts')
  }

  test('stops a synthesis that bundles, by its name', () => {
    expect(code({})).toThrow('functions/none/none.lambda.ts does not exist')
  })

  test('is only a name in one that does not', () => {
    expect(code({ 'aws:cdk:bundling-stacks': [] })).not.toThrow()
  })
})

test('the layer holds sharp in the version that is tested, for Lambda’s processor, by checksum', () => {
  const wanted = z
    .object({ dependencies: z.object({ sharp: z.string() }) })
    .parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))).dependencies.sharp
  const packages = sharpPackages(repository)
  expect(packages['node_modules/sharp']?.version).toBe(wanted)
  expect(packages['node_modules/@img/sharp-linux-arm64']?.version).toBe(wanted)
  expect(Object.keys(packages)).toContain('node_modules/@img/sharp-libvips-linux-arm64')
  for (const { integrity } of Object.values(packages)) expect(integrity).toMatch(/^sha512-/)
})

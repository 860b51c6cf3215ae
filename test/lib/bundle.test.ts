import { execFile, spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { App, Stack } from 'aws-cdk-lib'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { bundleFunction, sharpInLayer } from '#lib/functions/bundle.ts'
import { functionCode, repository } from '#lib/functions/function-code.ts'
import { missingPackages, sharpPackages } from '#lib/functions/sharp-packages.ts'
import { secretShapes } from '#test/support/infra/secret-shapes.ts'

const folder = mkdtempSync(join(tmpdir(), 'darkslide-bundle-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bundled = async (entry: string) => {
  const outdir = join(folder, entry)
  const size = await bundleFunction({ repository, entry, outdir })
  const files = readdirSync(outdir, { recursive: true, encoding: 'utf8' })
  const text = files
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => readFileSync(join(outdir, name), 'utf8'))
    .join('\n')
  return { ...size, outdir, files, text }
}

const shortName = (entry: string): string => entry.replace(/^functions\//, '').replace(/\.lambda\.ts$/, '')

describe('a bundle', () => {
  test('is one module that exports the handler, needs no packages, and starts', async () => {
    const { outdir } = await bundled('functions/payouts/release-holds.lambda.ts')
    const program = `import(${JSON.stringify(join(outdir, 'index.mjs'))}).then(({ handler }) => console.log(typeof handler))`
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { cwd: outdir, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.trim()).toBe('function')
  })

  test('leaves what only some calls need in files of their own: Stripe, storage, verifying tokens', async () => {
    const { files } = await bundled('functions/orders/orders.lambda.ts')
    const later = files.filter((name) => /^chunks\/.+\.mjs$/.test(name))
    for (const part of ['s3-storage', 'token-verifier', 'stripe']) {
      expect(later.some((name) => name.startsWith(`chunks/${part}`))).toBe(true)
    }
  })

  test('takes credentials from its environment alone', async () => {
    const { text } = await bundled('functions/payouts/release-holds.lambda.ts')
    expect(text.includes('AWS_SESSION_TOKEN')).toBe(true)
    // What is still asked for by name is not in the bundle.
    expect(/import\(.@aws-sdk\/credential-provider-sso.\)/.test(text)).toBe(true)
  })

  test('finds the image library in its layer and the fonts beside itself', async () => {
    const { outdir, files, text } = await bundled('functions/media/render-photo.lambda.ts')
    expect(text).toContain(`from"${sharpInLayer}"`)
    const fonts = files.filter((name) => name.endsWith('.ttf')).map((name) => name.replace(/.*\//, ''))
    expect(fonts.sort()).toEqual([
      'DejaVuSans-Bold.ttf',
      'NotoEmoji_700Bold.ttf',
      'NotoSansDevanagari_700Bold.ttf',
      'NotoSansJP_700Bold.ttf',
      'NotoSansThai_700Bold.ttf',
    ])
    expect(existsSync(join(outdir, 'node_modules/dejavu-fonts-ttf/package.json'))).toBe(true)
    // Lambda takes 250 MB of code and layers, unpacked; the layer has some 20.
    const bytes = files.reduce((sum, name) => sum + statSync(join(outdir, name)).size, 0)
    expect(bytes).toBeLessThan(20_000_000)
  })

  test('holds no part of a library that nothing calls, and works without', async () => {
    const { outdir, text } = await bundled('functions/payouts/release-holds.lambda.ts')
    expect(text).not.toContain('json-schema.org')
    expect(text).toContain('No JSON Schema in a bundle')
    // A table without items and a queue that takes all (API references, "Query" and "SendMessageBatch").
    const services = createServer((_request, response) => {
      response
        .setHeader('content-type', 'application/x-amz-json-1.0')
        .end('{"Items":[],"Count":0,"Successful":[],"Failed":[]}')
    })
    const { port } = await new Promise<{ port: number }>((started) =>
      services.listen(0, '127.0.0.1', () => started(z.object({ port: z.int() }).parse(services.address()))),
    )
    const program = `import(${JSON.stringify(join(outdir, 'index.mjs'))}).then(({ handler }) => handler())`
    const env = {
      PATH: process.env.PATH,
      AWS_REGION: 'eu-west-2',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      TABLE_NAME: 'market',
      HOLDS_QUEUE_URL: `http://127.0.0.1:${port}/1/holds`,
    }
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { env })
    services.close()
    expect(JSON.parse(stdout)).toMatchObject({ message: 'holds due', due: 0 })
  })

  test('does not name this machine', async () => {
    const { text } = await bundled('functions/payouts/release-holds.lambda.ts')
    expect(text).not.toContain(repository)
  })
})

/**
 * Kilobytes that are parsed whenever a new copy starts, about 5% above what they are. The floor that all share is the
 * SDK's core with DynamoDB's document client and Secrets Manager (191), zod (72) and Powertools (21): docs/decisions/0118. Whoever goes over the limit asks
 * first what came in, and whether it can be read when it is needed (`bench/cold`).
 */
const eagerLimitKb: Readonly<Record<string, number>> = {
  'accounts/accounts': 411,
  'accounts/post-confirmation': 318,
  'accounts/pre-sign-up': 236,
  'analytics/analytics': 414,
  'jobs/call-back': 329,
  'jobs/finish-chores': 446,
  'galleries/count-batch': 324,
  'galleries/fill-search': 318,
  'galleries/follow-galleries': 317,
  'galleries/galleries': 480,
  'galleries/move-counts': 326,
  'logos/logos': 400,
  'mail-sending/send-mails': 410,
  'mail-sending/sweep-outbox': 313,
  'media/make-media-key': 229,
  'media/read-numbers': 383,
  'media/render-photo': 422,
  'media/sort-arrivals': 112,
  'media/sweep-batch': 362,
  'media/sweep-uploads': 320,
  'orders/orders': 548,
  'pages/pages': 470,
  'books/check-overdue': 324,
  'books/compare-daily': 313,
  'books/compare-part': 409,
  'stripe-events/converge': 393,
  'payments/payments': 602,
  'books/reconcile': 316,
  'payouts/pay-photographer': 368,
  'payouts/payouts': 455,
  'payouts/release-hold-batch': 318,
  'payouts/release-holds': 312,
  'payouts/sweep-payouts': 313,
  'payouts/weekly-payouts': 387,
  'photos/photos': 465,
  'profiles/profiles': 423,
  'proofing/proofing': 446,
  'jobs/forget-releases': 98,
  'subscriptions/reconcile-subscriptions': 331,
  'subscriptions/subscriptions': 360,
  'unrouted/unrouted': 152,
  'visitors/heed-complaints': 326,
  'visitors/visitors': 449,
  'zips/make-zips': 450,
}

describe('what a start parses stays small', () => {
  const entries = globSync('functions/**/*.lambda.ts', { cwd: repository }).map((path) => path.replaceAll('\\', '/'))

  test('every entry has a limit, and every limit an entry', () => {
    expect(entries.map(shortName).toSorted()).toEqual(Object.keys(eagerLimitKb).toSorted())
  })

  test.each(entries)('%s, with no secret and nothing of the local system or of tests in it', async (entry) => {
    const { eagerBytes, text } = await bundled(entry)
    expect(eagerBytes / 1_000).toBeLessThan(eagerLimitKb[shortName(entry)] ?? 0)
    expect(text).not.toMatch(secretShapes)
    expect(text).not.toMatch(/__local\b|OPENING-NIGHT|darkslide\.example|fast-check|vitest/)
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

test('a layer that lacks one of its packages is not made: npm passes over what it could not fetch', () => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const made = spawnSync(process.execPath, [join(repository, 'scripts/sharp-layer.ts')], {
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  })
  expect(made.status).not.toBe(0)
  expect(made.stdout).toBe('')
  expect(made.stderr).toContain('@img/sharp-linux-arm64')
})

describe('packages of the layer', () => {
  const wanted = { 'node_modules/sharp': { version: '1.2.3' }, 'node_modules/@img/colour': { version: '1.0.0' } }
  const install = (packages: Record<string, string>) => {
    const root = mkdtempSync(join(folder, 'layer-'))
    for (const [path, version] of Object.entries(packages)) {
      mkdirSync(join(root, path), { recursive: true })
      writeFileSync(join(root, path, 'package.json'), JSON.stringify({ version }))
    }
    return missingPackages(root, wanted)
  }

  test('that are all there are none to miss', () => {
    expect(install({ 'node_modules/sharp': '1.2.3', 'node_modules/@img/colour': '1.0.0' })).toEqual([])
  })

  test('that are absent or of another version are named', () => {
    expect(install({ 'node_modules/sharp': '1.2.2' })).toEqual(['sharp 1.2.3', '@img/colour 1.0.0'])
  })
})

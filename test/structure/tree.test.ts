import { describe, expect, test } from 'vitest'
import { filesBelow, importsOf, textOf, zoneOf, zones } from '#test/support/tree/files.ts'

/** What each top folder may import of ours, besides itself. Those that are not named may import anything. */
const allowed: Record<string, string[]> = {
  schema: [],
  functions: ['schema'],
  frontend: ['schema'],
  lib: ['schema', 'functions'],
  bin: ['lib'],
}
/** `lib` reads the shape of the table and the limits of a function, never what runs in it. */
const libMayRead = [
  '#functions/chores/limits.ts',
  '#functions/payments/stripe-pace.ts',
  '#functions/shared/table/writes.ts',
  '#functions/media/limits.ts',
  '#functions/shared/queue/deliveries.ts',
]
/** Nothing that runs in the cloud or in a browser may import these. */
const outer = ['local', 'bench', 'test', 'scripts']

describe('imports cross no border', () => {
  test.each(Object.keys(allowed))('%s', (zone) => {
    const crossings = filesBelow(zone).flatMap((path) =>
      importsOf(path)
        .filter((name) => {
          const to = zoneOf(name)
          if (to === undefined || to === zone) return false
          if (outer.includes(to) || !allowed[zone]?.includes(to)) return true
          return zone === 'lib' && to === 'functions' && !libMayRead.includes(name)
        })
        .map((name) => `${path} imports ${name}`),
    )
    expect(crossings).toEqual([])
  })

  test('schema imports zod and itself alone, so that it is safe in a browser', () => {
    const others = filesBelow('schema').flatMap((path) =>
      importsOf(path)
        .filter((name) => name !== 'zod' && zoneOf(name) !== 'schema')
        .map((name) => `${path}: ${name}`),
    )
    expect(others).toEqual([])
  })

  test('a Lambda entry is imported by nothing that is deployed', () => {
    const importers = ['schema', 'functions', 'frontend', 'lib', 'bin'].flatMap((zone) =>
      filesBelow(zone).filter((path) => importsOf(path).some((name) => name.endsWith('.lambda.ts'))),
    )
    expect(importers).toEqual([])
  })

  test('only the table module talks to DynamoDB, the storage module to S3, one file to each other service', () => {
    const doors = new Map([
      ['@aws-sdk/client-dynamodb', ['functions/shared/table/table.ts']],
      ['@aws-sdk/lib-dynamodb', ['functions/shared/table/table.ts']],
      // For the items of refusals, which the document client leaves as they came.
      ['@aws-sdk/util-dynamodb', ['functions/shared/table/table.ts']],
      ['@aws-sdk/client-s3', ['functions/shared/storage/s3-storage.ts', 'functions/shared/storage/s3-parts.ts']],
      ['@aws-sdk/client-sqs', ['functions/shared/queue/sqs-send.ts', 'functions/shared/queue/sqs-postpone.ts']],
      [
        '@aws-sdk/client-secrets-manager',
        ['functions/shared/secrets/secrets.ts', 'functions/shared/secrets/secret-text.ts'],
      ],
      ['@aws-sdk/client-rekognition', ['functions/media/numbers/rekognition-reader.ts']],
      ['@middy/core', ['functions/shared/http/serve.ts']],
    ])
    const intruders = filesBelow('functions').flatMap((path) =>
      importsOf(path)
        .filter((name) => doors.has(name) && !doors.get(name)?.includes(path))
        .map((name) => `${path} imports ${name}`),
    )
    expect(intruders).toEqual([])
  })

  test('the OCR library and its models, 100 MB of them, are of the local system alone', () => {
    const isOcr = (name: string) => /^(@gutenye\/|onnxruntime|@techstark\/)/.test(name)
    const users = ['schema', 'functions', 'frontend', 'lib', 'bin', 'local', 'scripts', 'bench', 'test'].flatMap(
      (zone) => filesBelow(zone).filter((path) => importsOf(path).some(isOcr)),
    )
    expect(users).toEqual(['local/numbers/text-recogniser.ts'])
  })

  test('items and keys go through the document client: none is translated by hand, nor sent by a plain command', () => {
    const table = textOf('functions/shared/table/table.ts')
    const plain = /\{([^}]+)\} from '@aws-sdk\/client-dynamodb'/.exec(table)?.[1] ?? ''
    expect(plain.match(/\w+Command\b/g)).toBeNull()
    expect(table.match(/(?<!un)marshall\w*\(/g)).toBeNull()
    expect(table.match(/unmarshall\(/g)).toHaveLength(1)
  })

  test('a store is the only kind of file that writes to the table', () => {
    const writers = filesBelow('functions').filter(
      (path) =>
        !path.includes('/shared/') &&
        !path.endsWith('-store.ts') &&
        /\btable\.(get|getMany|query|write|transact)\(/.test(textOf(path)),
    )
    expect(writers).toEqual([])
  })
})

describe('names', () => {
  const sources = zones.flatMap((zone) => filesBelow(zone))

  test('no folder is a kind of file', () => {
    const kinds = /\/(utils?|helpers?|types|services|dtos?|managers?|misc|lib)\//
    expect(
      sources.filter((path) => kinds.test(`/${path}`.replace(/^\/lib\//, '/')) && !path.startsWith('test/lib/')),
    ).toEqual([])
  })

  test('no file is a drawer', () => {
    expect(sources.filter((path) => /(^|[/-])(utils?|helpers?|manager|data|info)\.tsx?$/.test(path))).toEqual([])
  })

  test('nothing is switched off', () => {
    const product = ['schema', 'functions', 'frontend', 'lib', 'bin', 'local', 'scripts'].flatMap((zone) =>
      filesBelow(zone),
    )
    const off = /@ts-(ignore|expect-error|nocheck)/
    expect(product.filter((path) => off.test(textOf(path)))).toEqual([])
  })

  test('no test is skipped, and none runs alone', () => {
    const held = /\b(test|it|describe)\.(skip|only|todo|fixme|skipIf|runIf)\b/
    const here = 'test/structure/tree.test.ts'
    expect(filesBelow('test').filter((path) => path !== here && held.test(textOf(path)))).toEqual([])
  })
})

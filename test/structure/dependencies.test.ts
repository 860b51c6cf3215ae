import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { textOf } from '#test/support/tree/files.ts'

const Locked = z.looseObject({
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  inBundle: z.boolean().default(false),
})
const Lock = z.object({ packages: z.record(z.string(), Locked) })
const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})
const packages = Object.entries(Lock.parse(JSON.parse(textOf('package-lock.json'))).packages)
  .filter(([path]) => path !== '')
  .map(([path, locked]) => ({
    ...locked,
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  }))
const manifest = Manifest.parse(JSON.parse(textOf('package.json')))

/** Licences under which code may be part of what we run and ship. */
const free = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'MIT OR Apache-2.0',
  '(MIT OR Apache-2.0)',
])
/** Others, with the reason. */
const reviewed = new Map([
  ['pako', 'MIT, with the zlib code that it was ported from under the zlib licence, which allows it'],
  ['dejavu-fonts-ttf', 'a font that may be embedded and redistributed; its licence names no SPDX id'],
  ...['emoji', 'sans-devanagari', 'sans-jp', 'sans-thai'].map(
    (name) => [`@expo-google-fonts/noto-${name}`, 'the OFL lets fonts be shipped with software, unchanged'] as const,
  ),
])
/** libvips, LGPL: a library of its own in a layer of its own, unchanged and replaceable. */
const isImageLibrary = ({ name, license = '' }: { name: string; license?: string | undefined }) =>
  name.startsWith('@img/sharp-') && license.includes('LGPL-3.0-or-later')
/** Tools that run on a developer's machine and name no licence; each was read: MIT. */
const silentTools = ['busboy', 'humanize-number', 'only', 'querystring', 'streamsearch']

test('what is deployed is under licences that allow it', () => {
  const others = packages
    .filter(({ dev, license = '', name }) => !dev && !free.has(license) && !reviewed.has(name))
    .filter((each) => !isImageLibrary(each))
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

test('what only builds and tests is under a licence too', () => {
  const silent = packages.filter(({ license, name }) => license === undefined && !silentTools.includes(name))
  expect(silent.map(({ name }) => name)).toEqual([])
  const copyleft = packages.filter(({ license = '' }) =>
    /\bA?GPL/.test(license.replaceAll(/\(?MIT OR GPL[^)]*\)?|LGPL/g, '')),
  )
  expect(copyleft.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

test('every package is the one that was tested: exact version, by checksum', () => {
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(loose.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  const unproven = packages.filter(({ integrity = '', inBundle }) => !inBundle && !integrity.startsWith('sha512-'))
  expect(unproven.map(({ name }) => name)).toEqual([])
})

test('npm can list every package as a bill of materials, from the lock file alone', () => {
  // With `--omit dev` npm forgets packages that something for development needs as well, React among them.
  const { stdout, status } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'],
    { encoding: 'utf8', maxBuffer: 33_554_432 },
  )
  expect(status).toBe(0)
  const Named = z.object({ name: z.string(), group: z.string().optional() })
  const bill = z.object({ components: z.array(Named) }).parse(JSON.parse(stdout))
  const listed = new Set(bill.components.map(({ name, group }) => (group === undefined ? name : `${group}/${name}`)))
  expect(Object.keys(manifest.dependencies).filter((name) => !listed.has(name))).toEqual([])
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadZip } from 'client-zip'
import { missingPackages, sharpPackages } from '#lib/functions/sharp-packages.ts'

/**
 * Makes the layer with `sharp` for Lambda's linux-arm64 and prints where its zip lies; `cdk deploy` runs it when the
 * layer has to be published. The packages are those of the lock file, checked against its checksums by npm.
 */
const repository = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'darkslide-sharp-layer-'))
const nodejs = join(folder, 'nodejs')
mkdirSync(nodejs)

const packages = sharpPackages(repository)
// Optional ones only: npm refuses to be asked outright for packages of another processor.
const optionalDependencies = Object.fromEntries(
  Object.entries(packages).map(([path, { version }]) => [path.replace('node_modules/', ''), version]),
)
const root = { name: 'sharp-layer', version: '1.0.0', optionalDependencies }
writeFileSync(join(nodejs, 'package.json'), JSON.stringify(root))
writeFileSync(
  join(nodejs, 'package-lock.json'),
  JSON.stringify({ name: root.name, version: root.version, lockfileVersion: 3, packages: { '': root, ...packages } }),
)
execFileSync(
  'npm',
  [
    'ci',
    '--os=linux',
    '--cpu=arm64',
    '--libc=glibc',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ],
  // Nothing but the path may reach the standard output.
  { cwd: nodejs, stdio: ['ignore', 2, 2] },
)
// To npm an optional package that it could not fetch is no failure.
const missing = missingPackages(nodejs, packages)
if (missing.length > 0) throw new Error(`The layer would lack ${missing.join(', ')}: npm could not fetch all of it.`)

const files = readdirSync(nodejs, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return { name: path.slice(folder.length + 1), input: readFileSync(path), lastModified: new Date(0), mode: 0o644 }
  })
const zip = join(folder, 'sharp-layer.zip')
writeFileSync(zip, Buffer.from(await downloadZip(files).arrayBuffer()))
console.log(zip)

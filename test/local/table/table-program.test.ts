import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tableProgram } from '#local/table/table-program.ts'
import { temporaryFolder } from '#test/local/support.ts'

/** A registry's client that has one package, and notes what it was asked for. */
const npmWith = (packageName: string | undefined) => {
  const folder = temporaryFolder()
  const npm = join(folder, 'npm')
  const asked = join(folder, 'asked')
  const target = `node_modules/${packageName}`
  const install =
    packageName === undefined
      ? 'exit 1'
      : `mkdir -p ${target} && echo '{"version":"1.2.1"}' > ${target}/package.json && echo program > ${target}/dynoxide`
  writeFileSync(npm, `#!/bin/sh\necho "$@" >> ${asked}\n${install}\n`)
  chmodSync(npm, 0o755)
  return { npm, asked: () => (existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : []) }
}
const elsewhere = { platform: 'plan9', arch: 'vax' }

describe('where the lock file has no DynamoDB for the machine', () => {
  test('its package is fetched once, in the version that is tested, and the lock file is left alone', async () => {
    const { npm, asked } = npmWith('@dynoxide/plan9-vax')
    const cache = join(temporaryFolder(), 'cache')

    const found = await tableProgram({ ...elsewhere, cache, npm })

    expect(found).toBe(join(cache, 'node_modules/@dynoxide/plan9-vax/dynoxide'))
    expect(await tableProgram({ ...elsewhere, cache, npm })).toBe(found)
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const [version] = Object.values(optionalDependencies)
    expect(asked()).toEqual([
      `install --no-save --no-package-lock --no-audit --no-fund @dynoxide/plan9-vax@${String(version)}`,
    ])
  })

  test('and there is none to fetch, the way out is said', async () => {
    const { npm } = npmWith(undefined)

    await expect(tableProgram({ ...elsewhere, cache: temporaryFolder(), npm })).rejects.toThrow(
      /no DynamoDB for this machine \(plan9 vax\).*set DYNAMODB_ENDPOINT/,
    )
  })

  test('a machine without npm is told the same', async () => {
    await expect(
      tableProgram({ ...elsewhere, cache: temporaryFolder(), npm: join(temporaryFolder(), 'none') }),
    ).rejects.toThrow('set DYNAMODB_ENDPOINT')
  })
})

test('npm installs the project on a machine for which there is no such package', () => {
  const folder = temporaryFolder()
  const optional = { 'fits-nobody': 'file:./fits-nobody' }
  mkdirSync(join(folder, 'fits-nobody'))
  writeFileSync(
    join(folder, 'fits-nobody/package.json'),
    JSON.stringify({ name: 'fits-nobody', version: '1.0.0', os: ['plan9'] }),
  )
  const install = (manifest: object) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }))
    return spawnSync('npm', ['install', '--offline', '--install-links', '--no-audit', '--no-fund'], { cwd: folder })
      .status
  }

  expect(install({ devDependencies: optional })).not.toBe(0)
  expect(install({ optionalDependencies: optional })).toBe(0)
})

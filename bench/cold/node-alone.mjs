// What every function needs of Node itself, whoever bundles it: the floor below which no import can be.
import 'node:console'
import 'node:crypto'
import 'node:fs/promises'
import 'node:https'
import 'node:os'
import 'node:path'
import 'node:process'
import 'node:stream/promises'
import 'node:stream/web'
import 'node:timers'
import 'node:zlib'

export const handler = () => undefined

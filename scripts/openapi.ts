import { writeFile } from 'node:fs/promises'
import { openApi } from './openapi/document.ts'

await writeFile(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(openApi(), null, 2)}\n`)

import { loadReport } from './site/load-report.ts'

/** What a visitor of each page loads: `npm run build:report`. The numbers are held by `test/frontend/first-load.test.ts`. */
process.env.NODE_ENV = 'production'
console.table((await loadReport()).map(({ page, files, gzipBytes }) => ({ page, files, 'gzip bytes': gzipBytes })))

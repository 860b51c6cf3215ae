import * as z from 'zod'

// Zod compiles its checks with `new Function` where it may. The content security policy forbids that, and merely trying
// is reported as a violation. Imported first, before any schema is used.
z.config({ jitless: true })

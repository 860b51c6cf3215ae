/** What browsers must know at least. */
export const target = 'es2023'

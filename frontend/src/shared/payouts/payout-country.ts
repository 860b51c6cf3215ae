/** Said before the first upload for sale as well: accounts are made for the United Kingdom alone (docs/deploying.md). */
export const payoutCountry = 'Payouts go to accounts in the United Kingdom only.'

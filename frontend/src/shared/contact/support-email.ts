/** Where people write when they are stuck. */
export const supportEmail = 'support@darkslide.example'

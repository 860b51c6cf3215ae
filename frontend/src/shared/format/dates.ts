const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** "20 November 2030", in the viewer's zone. */
export const formatDay = (timestamp: string): string => day.format(new Date(timestamp))
/** "20 Nov 2030, 14:05", in the viewer's zone. */
export const formatMinute = (timestamp: string): string => minute.format(new Date(timestamp))

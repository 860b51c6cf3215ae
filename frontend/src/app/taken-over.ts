/** The name of the event by which the site says that it answers touches now. */
export const takenOver = 'darkslide:taken-over'

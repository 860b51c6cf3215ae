/** How a buyer's order names a photographer who is gone. */
export const formerPhotographer = 'Former photographer'

import * as z from 'zod'

const storageKey = 'cleared_orders'
const most = 50
const Known = z.array(z.string()).catch([])

/**
 * Whether this browser meets an order for the first time. Only then is what it holds taken out of the cart: the page of
 * an order is kept and opened again, when the same photos may be there once more.
 */
export const isFirstLook = (orderNumber: string): boolean => {
  let known: string[] = []
  try {
    known = Known.parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
    if (known.includes(orderNumber)) return false
    localStorage.setItem(storageKey, JSON.stringify([...known, orderNumber].slice(-most)))
  } catch {
    // Unreadable or forbidden storage must not keep a paid cart full.
  }
  return true
}

/** What a browser gives as storage, held in memory. */
const inMemory = (): Storage => {
  const methods: Storage = {
    get length() {
      return Object.keys(this).length
    },
    key(index) {
      return Object.keys(this)[index] ?? null
    },
    getItem(key) {
      return Object.hasOwn(this, key) ? String(this[key]) : null
    },
    setItem(key, value) {
      this[key] = String(value)
    },
    removeItem(key) {
      delete this[key]
    },
    clear() {
      for (const key of Object.keys(this)) delete this[key]
    },
  }
  return Object.create(methods)
}

const isThere = (name: 'localStorage' | 'sessionStorage'): boolean => {
  try {
    // `null` in an app that shows pages without storage (developer.android.com, WebSettings.setDomStorageEnabled).
    return window[name] !== null
  } catch {
    return false
  }
}

/**
 * Where a browser forbids its storage (cookies blocked, for this site or for all), even reading it throws
 * (https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage). A storage that lasts as long as the page
 * takes its place: a cart, a code or a sign-in then ends with the page, and nothing else does.
 * @returns Whether one was lent: nothing is there after a reload.
 */
export const lendStorage = (): boolean => {
  let isLent = false
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    if (isThere(name)) continue
    Object.defineProperty(window, name, { value: inMemory() })
    isLent = true
  }
  return isLent
}

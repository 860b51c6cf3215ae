import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()
/** While `waitFor` and `findBy` try again, which the library tells itself by this. */
const isTrying = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

configure({
  // What is awaited comes; on a busy machine it comes later.
  asyncUtilTimeout: 20_000,
  // A try that finds nothing is forgotten at the next one: the page is written down once, when the time is up.
  getElementError: (message, container) => {
    if (!isTrying()) return getElementError(message, container)
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    return error
  },
})

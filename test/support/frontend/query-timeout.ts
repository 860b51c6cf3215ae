import { configure } from '@testing-library/react'

// What is awaited comes; on a busy machine it comes later.
configure({ asyncUtilTimeout: 20_000 })

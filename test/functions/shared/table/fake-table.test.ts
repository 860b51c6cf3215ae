import { fakeTable } from '#test/support/table/fake-table.ts'
import { tableContract } from '#test/support/table/table-contract.ts'

tableContract('the table in memory', async () => fakeTable())

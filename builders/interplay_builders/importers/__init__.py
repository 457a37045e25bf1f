"""Turn other projects' data into dataset directories of the same structure. A new file here is a new source."""

#!/bin/bash
pytest -q tests/paginate-audit

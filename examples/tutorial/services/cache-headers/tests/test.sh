#!/bin/bash
pytest -q tests/cache-headers

#!/bin/bash
pytest -q tests/retry-uploads
